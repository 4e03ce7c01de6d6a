/** Where local work keeps its things: all inside the project, all but the secrets under `.wrangler`. */
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "..");

/** Browsers and fonts: the same for every service of this checkout, unless `PLATEN_CACHE` names another folder. */
export const CACHE_DIR = resolve(ROOT, process.env.PLATEN_CACHE ?? join(".wrangler", "cache"));

/** State and demo account of one service. `PLATEN_DIR` lets a second one run beside it. */
export const SERVICE_DIR = resolve(ROOT, process.env.PLATEN_DIR ?? ".wrangler");
export const STATE_DIR = join(SERVICE_DIR, "state");
/** One folder for each run of a service, gone with it: temporary files, the browsers' profiles. */
export const RUNS_DIR = join(SERVICE_DIR, "run");
export const DEMO_FILE = join(SERVICE_DIR, "demo.json");
