import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { invertMigration, type Migration } from "./invert-migration.ts";
import { readMigrations } from "./migrations.ts";

/** Each column of each table, and each index. */
const SCHEMA = `select m.name, c.name as "column", c.type, c."notnull", c.dflt_value, c.pk, i.sql
  from sqlite_schema m left join pragma_table_info(m.name) c left join sqlite_schema i on i.tbl_name = m.name and i.type = 'index'
  where m.type = 'table' order by 1, 2, 7`;

function databaseWith(migrations: readonly Migration[]): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  onTestFinished(() => db.close());
  for (const { sql } of migrations) db.exec(sql);
  return db;
}

function expectInverse(migration: Migration, earlier: readonly Migration[]): void {
  const db = databaseWith(earlier);
  const before = db.prepare(SCHEMA).all();
  db.exec(migration.sql);
  expect(db.prepare(SCHEMA).all()).not.toEqual(before);
  for (const statement of invertMigration(migration, earlier)) db.exec(statement);
  expect(db.prepare(SCHEMA).all()).toEqual(before);
}

const [FIRST = { name: "", sql: "" }, ...LATER] = readMigrations();
const next = (sql: string): Migration => ({ name: "0001_next.sql", sql });

test("each migration after the first only adds, and its opposite restores the schema before it", () => {
  LATER.forEach((migration, index) => {
    expectInverse(migration, [FIRST, ...LATER.slice(0, index)]);
  });
});

test("a migration with a table, a column and a changed index can be reverted", () => {
  const migration = next(`CREATE TABLE \`notes\` (
	\`id\` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX \`notes_id\` ON \`notes\` (\`id\`);--> statement-breakpoint
DROP INDEX \`mails_account\`;--> statement-breakpoint
ALTER TABLE \`mails\` ADD \`note\` text DEFAULT 'a' NOT NULL;--> statement-breakpoint
CREATE INDEX \`mails_account\` ON \`mails\` (\`account_id\`,\`note\`);`);
  expectInverse(migration, [FIRST]);
});

test.each([
  "DROP TABLE `mails`;",
  "ALTER TABLE `mails` DROP COLUMN `template`;",
  "ALTER TABLE `mails` RENAME COLUMN `template` TO `kind`;",
  "ALTER TABLE `mails` RENAME TO `letters`;",
  "ALTER TABLE `mails` ADD `note` text NOT NULL;",
  "CREATE UNIQUE INDEX `mails_template` ON `mails` (`template`);",
  "UPDATE `mails` SET `template` = '';",
])("a migration is refused if the version before cannot work with it: %s", (sql) => {
  expect(() => invertMigration(next(sql), [FIRST])).toThrow("0001_next.sql: ");
});
