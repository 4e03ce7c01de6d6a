/** Restores a backup into an empty database. Objects come first, so that no row ever names an object that is not there. */
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { countRows, objectKeys, TABLES, Table } from "./database-file.ts";
import { type BackupFolder, type Manifest, type StoredObject, sha256Of } from "./folder.ts";
import { inParallel } from "./in-parallel.ts";
import type { Place } from "./place.ts";
import { toStatements } from "./to-statements.ts";

const Count = z.object({ count: z.number() });

/**
 * Checks the whole backup before it writes anything. A run that was killed while it copied objects can be repeated.
 * @throws Error with a sentence for the terminal.
 */
export async function restore(place: Place, folder: BackupFolder): Promise<Manifest> {
  const manifest = await folder.readManifest();
  if (!manifest) throw new Error(`${folder.path} has no complete backup. Run npm run backup to the end.`);
  const file = folder.databaseFile(manifest.database.file);
  await check(file, manifest.database.sha256);
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const objects = await checkObjects(folder, database, manifest);
    await requireEmpty(place);
    await inParallel(objects, ({ key, sha256 }) =>
      place.write(key, { path: folder.objectFile(key), sha256 }),
    );
    await place.runAll(toStatements(database));
    await compareRows(place, countRows(database));
    return manifest;
  } finally {
    database.close();
  }
}

async function check(file: string, expected: string): Promise<void> {
  const actual = await sha256Of(file).catch(() => null);
  if (actual !== expected)
    throw new Error(
      `${file} is ${actual === null ? "missing" : "damaged: its checksum differs"}. Use another copy of the backup.`,
    );
}

async function checkObjects(
  folder: BackupFolder,
  database: DatabaseSync,
  { objects }: Manifest,
): Promise<StoredObject[]> {
  const stored = await folder.readObjects();
  const missing = new Set(objects.missing);
  const wanted = objectKeys(database).filter((key) => !missing.has(key));
  const found = wanted.map((key) => {
    const object = stored.get(key);
    if (!object) throw new Error(`${folder.path} has no checksum of ${key}. Use another copy of the backup.`);
    return object;
  });
  await inParallel(found, ({ key, sha256 }) => check(folder.objectFile(key), sha256));
  return found;
}

async function requireEmpty(place: Place): Promise<void> {
  const tables = z.array(Table).parse(await place.query(TABLES));
  if (tables.length > 0)
    throw new Error(
      `The database is not empty: it has ${tables.length} tables. A backup is restored into an empty account (docs/operations.md, “Backups”).`,
    );
}

async function compareRows(place: Place, expected: Record<string, number>): Promise<void> {
  for (const [table, count] of Object.entries(expected)) {
    const [row] = z.array(Count).parse(await place.query(`select count(*) as count from "${table}"`));
    if (row?.count !== count)
      throw new Error(
        `${table} has ${row?.count} rows after the restore, not ${count}. Delete the database.`,
      );
  }
}
