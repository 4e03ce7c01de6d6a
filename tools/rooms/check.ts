/** `npm run rooms`: fails when an import goes where the table of rooms does not let it, or in a circle. */
import { findFaults } from "./find-faults.ts";
import { readImports } from "./read-imports.ts";
import { WALLS } from "./rooms.ts";

const imports = readImports();
const faults = findFaults(imports, WALLS);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log(`The imports of ${imports.size} files keep to the table of rooms.`);
