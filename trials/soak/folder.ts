/** The soak's service has a folder of its own. Imported first: `tools/paths.ts` reads the variable when it is loaded. */
import { join } from "node:path";

process.env.PLATEN_DIR = join(process.env.PLATEN_DIR ?? ".wrangler", "soak");
