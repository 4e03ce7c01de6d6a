/** Applies the migrations to a local D1, and records them in the table of `wrangler d1 migrations apply`: both can be used. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../../tools/paths.ts";
import type { LocalD1 } from "./local-miniflare.ts";
import { repeated, runBatch } from "./repeated.ts";

const FOLDER = join(ROOT, "migrations");
const BREAKPOINT = "--> statement-breakpoint";

/** The names of all migrations, the oldest first. */
export async function migrationFiles(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith(".sql")).sort();
}

/** @throws Error with what to do when the database has a migration that this version does not have. */
export async function migrate(db: LocalD1): Promise<void> {
  const table = db.prepare(
    "create table if not exists d1_migrations (id integer primary key autoincrement, name text unique, applied_at timestamp default current_timestamp not null)",
  );
  await repeated(() => table.run());
  const names = db.prepare("select name from d1_migrations");
  const { results } = await repeated(() => names.all());
  const applied = new Set(results.map((row) => String(row.name)));
  const files = await migrationFiles();
  const removed = [...applied].filter((name) => !files.includes(name));
  if (removed.length > 0)
    throw new Error(
      `The local database was made by migrations that this version no longer has (${removed.join(", ")}). ` +
        "Start with an empty database: npm start -- --fresh",
    );
  for (const name of files.filter((file) => !applied.has(file))) {
    const statements = (await readFile(join(FOLDER, name), "utf8")).split(BREAKPOINT);
    await runBatch(db, [
      ...statements.map((statement) => db.prepare(statement)),
      db.prepare("insert into d1_migrations (name) values (?)").bind(name),
    ]);
  }
}
