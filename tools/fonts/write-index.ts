/** Runs after `npm ci`. Writes the list of the fonts, which the build puts into worker-render. */
import { writeFileSync } from "node:fs";
import { INDEX_FILE } from "./index-file.ts";
import { listFonts } from "./pack.ts";

writeFileSync(INDEX_FILE, JSON.stringify(listFonts()));
