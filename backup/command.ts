/** `npm run backup -- FOLDER` and `npm run restore -- FOLDER`, for the deployed service or, with `--local`, the local one. */
import { resolve } from "node:path";
import { z } from "zod";
import { run } from "../tools/run.ts";
import { countDatabases, makePlaces, openPlace, readArguments } from "./arguments.ts";
import { backUp } from "./backup.ts";
import { type BackupFolder, backupOf, countBackups, type Manifest } from "./folder.ts";
import type { Place } from "./place.ts";
import { restore } from "./restore.ts";

const Action = z.enum(["backup", "restore"]);

function describe({ takenAt, database, objects }: Manifest): string {
  const rows = Object.entries(database.rows).map(
    ([table, count]) => `  ${table.padEnd(20)} ${count.toLocaleString("en").padStart(12)} rows`,
  );
  const missing = objects.missing.length;
  return [
    `Taken at ${takenAt}`,
    ...rows,
    `  ${"files".padEnd(20)} ${objects.count.toLocaleString("en").padStart(12)}, ${(objects.bytes / 1e6).toFixed(1)} MB`,
    ...(missing > 0 ? [`  ${missing} files were deleted while the backup ran.`] : []),
  ].join("\n");
}

async function perform(action: z.infer<typeof Action>, place: Place, folder: BackupFolder): Promise<void> {
  if (action === "restore") {
    console.log(describe(await restore(place, folder)));
    return;
  }
  const { manifest, copied, wrongAccounts } = await backUp(place, folder);
  console.log(`${describe(manifest)}\n  ${copied} files are new.`);
  if (wrongAccounts.length > 0)
    console.error(`The used credits of these accounts differ from their ledger: ${wrongAccounts.join(", ")}`);
}

await run(async () => {
  const [name, ...args] = process.argv.slice(2);
  const action = Action.parse(name);
  const { service, positionals } = await readArguments(args);
  const [path] = positionals;
  if (path === undefined || positionals.length > 1)
    throw new Error(`Name one folder: npm run ${action} -- FOLDER`);
  const folder = resolve(path);
  const count = action === "restore" ? await countBackups(folder) : countDatabases(service);
  if (action === "restore") await makePlaces(service, count);
  for (let index = 0; index < count; index += 1) {
    if (count > 1) console.log(`Database ${index}:`);
    const place = await openPlace(service, index);
    try {
      await perform(action, place, backupOf(folder, index));
    } finally {
      await place.close();
    }
  }
});
