/** A process that had no processor for seconds uses a connection that workerd has closed as idle after five. */
import { readFile } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { localMiniflare } from "../../dev/data/local-miniflare.ts";
import { migrate, migrationFiles } from "../../dev/data/migrate.ts";
import { runBatch } from "../../dev/data/repeated.ts";

const LONGER_THAN_IDLE_MS = 7_000;

/**
 * Continues in the callback of a file, as a machine that stood still continues with what is ready first: the process learns of
 * the closed connection only after its next request.
 */
function standStill(): Promise<void> {
  return new Promise((resolve) => {
    readFile(import.meta.filename, () => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LONGER_THAN_IDLE_MS);
      resolve();
    });
  });
}

test("a database is migrated and written, each once, after the connection was closed as idle", async () => {
  const folder = await mkdtemp(join(tmpdir(), "platen-idle-"));
  const miniflare = localMiniflare(folder, 0, "export default {}");
  onTestFinished(async () => {
    await miniflare.dispose();
    await rm(folder, { recursive: true, force: true });
  });
  const db = await miniflare.getD1Database("DB");
  await db.prepare("select 1").run();
  await standStill();
  await migrate(db);
  const notes = [db.prepare("create table notes (text)"), db.prepare("insert into notes values ('once')")];
  await db.prepare("select 1").run();
  await standStill();
  await runBatch(db, notes);
  await standStill();
  await migrate(db);
  const migrations = await db.prepare("select name from d1_migrations order by id").all();
  expect(migrations.results.map(({ name }) => name)).toEqual(await migrationFiles());
  expect((await db.prepare("select text from notes").all()).results).toEqual([{ text: "once" }]);
});
