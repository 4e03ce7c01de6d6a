/**
 * `npm run undo-migration -- [--env staging] [--local]` prints the statements that revert the newest migration; with
 * `--yes`, it runs them. What the migration's new columns and tables hold is lost.
 */
import { z } from "zod";
import { run } from "../tools/run.ts";
import { countDatabases, openDatabase, readArguments } from "./arguments.ts";
import { invertMigration, type Migration } from "./invert-migration.ts";
import { readMigrations } from "./migrations.ts";
import type { Database } from "./place.ts";

const Names = z.array(z.object({ name: z.string() }));

/** The newest migration of the database and the ones before it. */
async function readApplied(database: Database): Promise<{ newest: Migration; earlier: Migration[] }> {
  const rows = Names.parse(await database.query("select name from d1_migrations order by id"));
  const known = readMigrations();
  const applied = rows.map(({ name }) => known.find((one) => one.name === name));
  const newest = applied.at(-1);
  if (!newest)
    throw new Error(
      "This checkout does not have the newest migration of the database. Use the one that has.",
    );
  if (rows.length === 1) throw new Error(`${newest.name} makes the whole database. Nothing is before it.`);
  return { newest, earlier: applied.slice(0, -1).filter((one) => one !== undefined) };
}

/** Reverts the newest migration of one database, or only prints the statements. */
async function undo(database: Database, isSure: boolean): Promise<void> {
  const { newest, earlier } = await readApplied(database);
  const forget = `delete from d1_migrations where name = '${newest.name}'`;
  const statements = [...invertMigration(newest, earlier), forget];
  console.log(statements.map((statement) => `${statement};`).join("\n"));
  if (!isSure) {
    console.log(`\nAdd --yes to revert ${newest.name}.`);
    return;
  }
  await database.runAll(statements);
  console.log(`\n${newest.name} is reverted.`);
}

await run(async () => {
  const { service, isSure } = await readArguments(process.argv.slice(2));
  const count = countDatabases(service);
  for (let index = 0; index < count; index += 1) {
    if (count > 1) console.log(`Database ${index}:`);
    const database = await openDatabase(service, index);
    try {
      await undo(database, isSure);
    } finally {
      await database.close();
    }
  }
});
