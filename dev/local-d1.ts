/**
 * The local D1 for tools. workerd does not wait for another writer of its file (its requests fail with SQLITE_BUSY),
 * so a running service is asked to write; where none runs, the file is opened here.
 */
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { z } from "zod";
import { migrate } from "./migrate.ts";
import { STATE_DIR } from "./paths.ts";
import { findRunning } from "./running.ts";

/** As wrangler.toml names the database. */
const DATABASE_ID = "00000000-0000-0000-0000-000000000000";

export const Statements = z.array(
  z.object({ sql: z.string(), params: z.array(z.union([z.string(), z.number(), z.null()])) }),
);
export type Statements = z.infer<typeof Statements>;

export interface LocalD1 {
  /** All of the statements, or none. */
  batch(statements: Statements): Promise<void>;
  close(): Promise<void>;
}

type Database = Awaited<ReturnType<Miniflare["getD1Database"]>>;

export async function runBatch(db: Database, statements: Statements): Promise<void> {
  await db.batch(statements.map(({ sql, params }) => db.prepare(sql).bind(...params)));
}

export async function openLocalD1(): Promise<LocalD1> {
  const running = await findRunning();
  if (running) {
    return {
      async batch(statements) {
        const answer = await fetch(running.controlUrl, {
          method: "POST",
          headers: { authorization: `Bearer ${running.token}` },
          body: JSON.stringify(statements),
        });
        if (!answer.ok) throw new Error(`The running service did not store it: ${await answer.text()}`);
      },
      async close() {},
    };
  }
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      resourcePersistencePath: join(STATE_DIR, "v3"),
      modules: true,
      script: "export default {}",
      compatibilityDate: "2026-10-12",
      d1Databases: { DB: DATABASE_ID },
    }),
  );
  const db = await miniflare.getD1Database("DB");
  await migrate(db);
  return { batch: (statements) => runBatch(db, statements), close: () => miniflare.dispose() };
}
