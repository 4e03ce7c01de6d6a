/** The folders of local work, by default all under `.wrangler` in the project. */
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "..");

/** Browsers and fonts, shared by all services of this checkout. `PLATEN_CACHE` names another folder. */
export const CACHE_DIR = resolve(ROOT, process.env.PLATEN_CACHE ?? join(".wrangler", "cache"));

/** State and demo account of one service. A second service needs another folder: `PLATEN_DIR`. */
export const SERVICE_DIR = resolve(ROOT, process.env.PLATEN_DIR ?? ".wrangler");
export const STATE_DIR = join(SERVICE_DIR, "state");
/** One folder for each run of a service: temporary files and browser profiles. It is deleted when the run ends. */
export const RUNS_DIR = join(SERVICE_DIR, "run");
export const DEMO_FILE = join(SERVICE_DIR, "demo.json");
