/** Reads the service's data on disk. Locally, D1 and R2 are SQLite files. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { JobMessage } from "#contract/job/scheduling.ts";
import { STATE_DIR } from "../../../tools/paths.ts";

/** Longest wait for SQLite's lock. A write holds it for milliseconds, the recovery after a kill for longer. */
const BUSY_TIMEOUT_MS = 10_000;

/** Opens the only database of its kind, read only. `metadata.sqlite` is Miniflare's own. */
export function openState(kind: "d1" | "r2"): DatabaseSync {
  const folder = join(STATE_DIR, "v3", kind);
  const file = readdirSync(folder, { recursive: true, encoding: "utf8" }).find(
    (path) => path.endsWith(".sqlite") && !path.endsWith("metadata.sqlite"),
  );
  if (file === undefined) throw new Error(`There is no database in ${folder}.`);
  return new DatabaseSync(join(folder, file), { readOnly: true, timeout: BUSY_TIMEOUT_MS });
}

/** The queue messages of the newest jobs. */
export function recentMessages(count: number): JobMessage[] {
  const db = openState("d1");
  try {
    const rows = db
      .prepare(
        "select 1 as v, id as jobId, account_id as accountId, tier from jobs order by created_at desc limit ?",
      )
      .all(count);
    return z.array(JobMessage).parse(rows);
  } finally {
    db.close();
  }
}
