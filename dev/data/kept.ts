/**
 * Finds what earlier starts have made, in the SQLite files of D1 and R2. If all is there, a start needs no second Miniflare
 * to make it, which would take a second.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sha256Hex } from "#store/secrets/sha256.ts";
import { type Demo, LIVE_KEY } from "./demo.ts";
import { migrationFiles } from "./migrate.ts";

/** `metadata.sqlite` is Miniflare's own. @throws Error if there is not exactly one other */
function openOnly(folder: string): DatabaseSync {
  const [file, ...others] = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".sqlite") && !path.endsWith("metadata.sqlite"),
  );
  if (file === undefined || others.length > 0) throw new Error(`${folder} does not have one database.`);
  return new DatabaseSync(join(folder, file), { readOnly: true });
}

/** Whether the only database has exactly our migrations and a working key of the account, and the bucket has the fonts. */
async function isComplete(state: string, demo: Demo, fontsKey: string): Promise<boolean> {
  const files = await migrationFiles();
  using d1 = openOnly(join(state, "v3", "d1"));
  using r2 = openOnly(join(state, "v3", "r2"));
  const applied = d1.prepare("select name from d1_migrations order by name").all();
  return (
    JSON.stringify(applied.map(({ name }) => name)) === JSON.stringify(files) &&
    d1.prepare(LIVE_KEY).get(sha256Hex(demo.apiKey)) !== undefined &&
    r2.prepare("select 1 from _mf_objects where key = ?").get(fontsKey) !== undefined
  );
}

/** False as well if a file cannot be read: then the caller asks Miniflare. The caller must hold the folder (claim.ts). */
export async function isKept(state: string, demo: Demo, fontsKey: string): Promise<boolean> {
  try {
    return await isComplete(state, demo, fontsKey);
  } catch {
    return false;
  }
}
