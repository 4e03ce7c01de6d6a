/** Miniflare on the data of a local service. */
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { isNoise } from "../process/noise.ts";

export type LocalD1 = Awaited<ReturnType<Miniflare["getD1Database"]>>;
export type LocalStatement = ReturnType<LocalD1["prepare"]>;

/** The database's id in wrangler.toml. */
export const DATABASE_ID = "00000000-0000-0000-0000-000000000000";

/** The id of one of several databases, as tools/built-worker.ts makes it. */
function databaseId(index: number): string {
  return DATABASE_ID.slice(0, -String(index).length) + index;
}

/** Runs `script` with one of the databases in `state` as DB, and the bucket as RESULTS. The caller must hold the folder. */
export function localMiniflare(state: string, index: number, script: string): Miniflare {
  return new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      resourcePersistencePath: join(state, "v3"),
      modules: true,
      script,
      compatibilityDate: "2026-10-12",
      d1Databases: { DB: databaseId(index) },
      r2Buckets: { RESULTS: "platen-results" },
      handleStructuredLogs: ({ message }) => {
        if (!isNoise(message)) console.error(message);
      },
    }),
  );
}
