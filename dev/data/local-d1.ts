/**
 * The local D1 for tools. Two processes cannot write the file: workerd does not wait and fails with SQLITE_BUSY. So a
 * running service writes for the tool, and without one the tool opens the file.
 */
import type { Miniflare } from "miniflare";
import { z } from "zod";
import { STATE_DIR } from "../../tools/paths.ts";
import { claimFolder } from "../process/claim.ts";
import type { LocalD1 } from "./local-miniflare.ts";
import { migrate } from "./migrate.ts";
import { repeated, runBatch } from "./repeated.ts";

export const Statements = z.array(
  z.object({ sql: z.string(), params: z.array(z.union([z.string(), z.number(), z.null()])) }),
);
export type Statements = z.infer<typeof Statements>;

/** The local bucket. */
export interface LocalBucket {
  has(key: string): Promise<boolean>;
  put(key: string, bytes: Buffer<ArrayBuffer>): Promise<void>;
}

/** Miniflare's own way to a bucket needs seconds for an object of 24 MB. */
const BUCKET_SCRIPT = `export default {
  async fetch(request, { RESULTS }) {
    const key = new URL(request.url).pathname.slice(1);
    if (request.method === "HEAD") return new Response(null, { status: (await RESULTS.head(key)) ? 200 : 404 });
    await RESULTS.put(key, request.body);
    return new Response();
  },
};`;

function bucketOf(miniflare: Miniflare): LocalBucket {
  const call = (method: string, key: string, body?: Buffer<ArrayBuffer>) => {
    return repeated(() => miniflare.dispatchFetch(`http://bucket/${key}`, { method, body: body ?? null }));
  };
  return {
    has: async (key) => (await call("HEAD", key)).ok,
    async put(key, bytes) {
      const response = await call("PUT", key, bytes);
      if (!response.ok) throw new Error(`The local bucket did not store ${key}: ${await response.text()}`);
    },
  };
}

/** Runs all of the statements, or none. */
export type Batch = (statements: Statements) => Promise<void>;

export function batchOn(db: LocalD1): Batch {
  return (statements) =>
    runBatch(
      db,
      statements.map(({ sql, params }) => db.prepare(sql).bind(...params)),
    );
}

/** Opens a database and applies the migrations. The caller must hold the folder (claim.ts). */
export async function openDatabase(index = 0): Promise<{
  db: LocalD1;
  bucket: LocalBucket;
  close(): Promise<void>;
}> {
  // Imported late: Miniflare takes half a second to load, and a command beside a running service needs none.
  const { localMiniflare } = await import("./local-miniflare.ts");
  const miniflare = localMiniflare(STATE_DIR, index, BUCKET_SCRIPT);
  const db = await miniflare.getD1Database("DB");
  await migrate(db);
  return { db, bucket: bucketOf(miniflare), close: () => miniflare.dispose() };
}

/** Writes to a database through the running service, or to the file when no service runs. */
export async function openLocalD1(index = 0): Promise<{ batch: Batch; close(): Promise<void> }> {
  const claim = await claimFolder();
  if ("release" in claim) {
    const { db, close } = await openDatabase(index);
    return {
      batch: batchOn(db),
      async close() {
        await close();
        await claim.release();
      },
    };
  }
  const { controlUrl, token } = claim;
  return {
    async batch(statements) {
      const response = await fetch(controlUrl, {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify(index === 0 ? statements : { database: index, statements }),
      });
      if (!response.ok) throw new Error(`The running service did not store it: ${await response.text()}`);
    },
    async close() {},
  };
}
