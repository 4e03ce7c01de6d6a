/**
 * A migration only adds, so that the version of the service before it works on the new schema, and so that its opposite
 * follows from it. To change what exists: add the new, use it, and leave the old in the schema.
 */

const BREAKPOINT = "--> statement-breakpoint";
/** In drizzle's SQL, names are in backticks. */
const CREATE_TABLE = /^create table `(\w+)`/i;
const CREATE_INDEX = /^create (unique )?index `(\w+)` on `(\w+)`/i;
const DROP_INDEX = /^drop index `(\w+)`;?$/i;
const ADD_COLUMN = /^alter table `(\w+)` add (?:column )?`(\w+)`(.*)$/is;

export interface Migration {
  name: string;
  sql: string;
}

function statementsOf({ sql }: Migration): string[] {
  return sql
    .split(BREAKPOINT)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}

function refuse({ name }: Migration, statement: string, reason: string): never {
  throw new Error(`${name}: ${reason} (${statement.split("\n", 1).join()})`);
}

/** The newest definition of the index in the earlier migrations. */
function definitionOf(index: string, earlier: readonly Migration[]): string | undefined {
  return earlier.flatMap(statementsOf).findLast((statement) => CREATE_INDEX.exec(statement)?.[2] === index);
}

function invert(statement: string, migration: Migration, earlier: readonly Migration[]): string {
  const [, table] = CREATE_TABLE.exec(statement) ?? [];
  if (table !== undefined) return `drop table \`${table}\``;
  const [, unique, index, indexed] = CREATE_INDEX.exec(statement) ?? [];
  if (index !== undefined) {
    const isNew = migration.sql.includes(`CREATE TABLE \`${indexed}\``);
    if (unique && !isNew && !definitionOf(index, earlier)?.startsWith("CREATE UNIQUE"))
      refuse(migration, statement, "the version before may write rows that a new unique index refuses");
    return `drop index \`${index}\``;
  }
  const [, dropped] = DROP_INDEX.exec(statement) ?? [];
  if (dropped !== undefined)
    return definitionOf(dropped, earlier) ?? refuse(migration, statement, "no migration has made this index");
  const [, changed, column, type = ""] = ADD_COLUMN.exec(statement) ?? [];
  if (changed === undefined)
    refuse(migration, statement, "a migration may only add tables, columns and indexes");
  if (/not null/i.test(type) && !/default/i.test(type))
    refuse(migration, statement, "the version before does not set this column, so it needs a default");
  return `alter table \`${changed}\` drop column \`${column}\``;
}

/**
 * The statements that revert the migration, in order.
 * @throws Error when the version before the migration could not work on the new schema.
 */
export function invertMigration(migration: Migration, earlier: readonly Migration[]): string[] {
  return statementsOf(migration)
    .map((statement) => invert(statement, migration, earlier))
    .reverse();
}
