/** Data of a local service for tests of backups: an account, and a job of each kind. */
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { archiveKey } from "#store/archive/archive-key.ts";
import { inputKey } from "#store/jobs/inputs.ts";
import { resultKey, thumbnailKey } from "#store/jobs/results.ts";
import { jobArchives, jobs, ledger, sessions } from "#store/schema.ts";
import { newId } from "#store/secrets/ids.ts";
import { insertRows } from "../dev/data/insert-rows.ts";
import { createAccount, type LocalAccount } from "../dev/data/local-accounts.ts";
import { batchOn } from "../dev/data/local-d1.ts";
import { DATABASE_ID } from "../dev/data/local-miniflare.ts";
import { migrate } from "../dev/data/migrate.ts";

export interface TestState {
  account: LocalAccount;
  /** Objects that belong to rows. */
  objects: Map<string, string>;
}

/** Longer than D1 allows in a statement, with what SQL and files treat specially. */
const LONG_TEXT = `it's; "long"\r\n\0🖨️${"'é\n".repeat(60_000)}`;

function job(accountId: string, now: number, fields: Partial<typeof jobs.$inferInsert>) {
  return {
    id: newId("job"),
    accountId,
    source: "api" as const,
    url: "https://example.com/",
    input: "url" as const,
    outputType: "pdf" as const,
    options: "{}",
    tier: "starter" as const,
    status: "completed" as const,
    attempts: 1,
    queuedAt: now,
    createdAt: now,
    creditPeriod: now,
    resultDeletedAt: null,
    ...fields,
  };
}

export async function makeState(folder: string): Promise<TestState> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      resourcePersistencePath: join(folder, "v3"),
      modules: true,
      script: "export default {}",
      compatibilityDate: "2026-10-12",
      d1Databases: { DB: DATABASE_ID },
      r2Buckets: { RESULTS: "platen-results" },
    }),
  );
  try {
    const db = await miniflare.getD1Database("DB");
    await migrate(db);
    const batch = batchOn(db);
    const account = await createAccount({ tier: "starter" }, batch);
    const id = String(await db.prepare("select id from accounts").first("id"));
    const now = Date.now();
    const done = job(id, now, {
      outputType: "screenshot",
      options: JSON.stringify({ screenshotOptions: { thumbnail: 300 } }),
      attempts: 2,
    });
    const long = job(id, now, {});
    const waiting = job(id, now, { input: "html", url: "", status: "pending", attempts: 0 });
    const rows = [
      done,
      long,
      waiting,
      job(id, now, { resultDeletedAt: now }),
      job(id, now, { status: "failed" }),
    ];
    const times = { createdAt: now, seenAt: now, idleExpiresAt: now, expiresAt: now };
    const session = { id: newId("ses"), hash: "hash", accountId: id, ...times };
    const archive = {
      accountId: id,
      month: "2026-01",
      part: 1,
      firstCreatedAt: 1,
      firstId: "job_1",
      lastCreatedAt: 1,
      lastId: "job_1",
      endedBefore: 2,
      jobs: 1,
      archivedAt: now,
    };
    const debits = rows.map(({ id: reference }) => ({
      accountId: id,
      kind: "debit" as const,
      reference,
      amount: 1,
      createdAt: now,
    }));
    await batch([
      insertRows(jobs, rows),
      insertRows(ledger, debits),
      insertRows(sessions, [session]),
      insertRows(jobArchives, [archive]),
      { sql: "update accounts set credits_used = ?", params: [debits.length] },
      { sql: "update jobs set error_message = ? where id = ?", params: [LONG_TEXT, long.id] },
    ]);
    const objects = new Map([
      [resultKey(done), "picture"],
      [thumbnailKey(done), "small"],
      [resultKey(long), "file of the long job"],
      [inputKey(waiting.id), "<h1>page</h1>"],
      [archiveKey(archive), "old jobs"],
    ]);
    const bucket = await miniflare.getR2Bucket("RESULTS");
    for (const [key, text] of objects) await bucket.put(key, text);
    for (const key of ["lists/1/ads", "results/job_gone/1", resultKey({ ...done, attempts: 1 })])
      await bucket.put(key, "not needed");
    return { account, objects };
  } finally {
    await miniflare.dispose();
  }
}
