/** `npm run rooms` fails on an import that the table of rooms does not allow, and on files that import each other. */
import { findFaults } from "./find-faults.ts";
import { readImports } from "./read-imports.ts";
import { WALLS } from "./rooms.ts";

const imports = readImports();
const faults = findFaults(imports, WALLS);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log(`The imports of ${imports.size} files agree with the table of rooms.`);
