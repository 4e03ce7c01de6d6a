/** Gives the soak's service a folder of its own. Import it first, because `tools/paths.ts` reads the variable at its import. */
import { join } from "node:path";

process.env.PLATEN_DIR = join(process.env.PLATEN_DIR ?? ".wrangler", "soak");
