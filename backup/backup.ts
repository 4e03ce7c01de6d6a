/** Copies a service into a folder. The database comes first: its rows decide which objects of the bucket are copied. */
import { rename, rm, writeFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { countRows, migrationsOf, objectKeys, wrongAccounts } from "./database-file.ts";
import { type BackupFolder, type Manifest, PRIVATE, sha256Of, sizeOf } from "./folder.ts";
import { inParallel } from "./in-parallel.ts";
import type { Place } from "./place.ts";
import { loadSql } from "./sql-file.ts";

export interface Backup {
  manifest: Manifest;
  /** Objects that this run has copied. The others were in the folder already. */
  copied: number;
  /** Accounts whose used credits differ from their ledger. */
  wrongAccounts: string[];
}

/** Copies what the folder does not have yet, so that a run that was killed continues. */
export async function backUp(place: Place, folder: BackupFolder): Promise<Backup> {
  await folder.create();
  const takenAt = new Date().toISOString();
  const file = await copyDatabase(place, folder);
  const database = new DatabaseSync(folder.databaseFile(file), { readOnly: true });
  try {
    const keys = objectKeys(database);
    const { copied, missing } = await copyObjects(place, folder, keys);
    const stored = await folder.readObjects();
    const present = keys.flatMap((key) => stored.get(key) ?? []);
    const manifest: Manifest = {
      format: 1,
      takenAt,
      migrations: migrationsOf(database),
      database: { file, sha256: await sha256Of(folder.databaseFile(file)), rows: countRows(database) },
      objects: {
        count: present.length,
        bytes: present.reduce((sum, { bytes }) => sum + bytes, 0),
        missing,
      },
    };
    await folder.writeManifest(manifest);
    await folder.prune(new Set(keys), file);
    return { manifest, copied, wrongAccounts: wrongAccounts(database) };
  } finally {
    database.close();
  }
}

/** Returns the name of the new file. The database of the last backup stays until this one is complete. */
async function copyDatabase(place: Place, folder: BackupFolder): Promise<string> {
  const sql = folder.databaseFile("database-export.sql");
  const partial = folder.databaseFile("database-partial.sqlite");
  // Wrangler and SQLite keep the rights of a file that exists, and would make one that everyone can read.
  for (const file of [sql, partial]) {
    await rm(file, { force: true });
    await writeFile(file, "", PRIVATE);
  }
  await place.exportSql(sql);
  await loadSql(sql, partial);
  await rm(sql);
  const name = `database-${(await sha256Of(partial)).slice(0, 16)}.sqlite`;
  await rename(partial, folder.databaseFile(name));
  return name;
}

async function copyObjects(
  place: Place,
  folder: BackupFolder,
  keys: readonly string[],
): Promise<{ copied: number; missing: string[] }> {
  const stored = await folder.readObjects();
  const missing: string[] = [];
  let copied = 0;
  await inParallel(keys, async (key) => {
    // An object never changes, because each attempt of a job has its own key.
    const known = stored.get(key);
    if (known && (await sizeOf(folder.objectFile(key))) === known.bytes) return;
    const body = await place.read(key);
    if (body === null) missing.push(key);
    else {
      await folder.addObject(key, body);
      copied += 1;
    }
  });
  return { copied, missing: missing.sort() };
}
