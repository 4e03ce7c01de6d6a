import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { expect, onTestFinished, test } from "vitest";
import type { LocalD1 } from "./local-miniflare.ts";
import { migrate } from "./migrate.ts";

async function newDatabase(): Promise<LocalD1> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      modules: true,
      script: "export default {}",
      compatibilityDate: "2026-10-12",
      d1Databases: ["DB"],
    }),
  );
  onTestFinished(() => miniflare.dispose());
  return miniflare.getD1Database("DB");
}

test("a database gets each migration once, however often it is migrated", async () => {
  const db = await newDatabase();
  await migrate(db);
  await migrate(db);
  const { results } = await db
    .prepare("select name, count(*) as times from d1_migrations group by name")
    .all();
  expect(results).toContainEqual({ name: "0000_tables.sql", times: 1 });
});

test("a database made by a removed migration is an error that says what to do", async () => {
  const db = await newDatabase();
  await migrate(db);
  await db.prepare("update d1_migrations set name = '0000_removed.sql' where id = 1").run();
  await expect(migrate(db)).rejects.toThrow(/0000_removed\.sql.*npm start -- --fresh/);
});
