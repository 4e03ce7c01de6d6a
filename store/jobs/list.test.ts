import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { openDb } from "../db.ts";
import { addAccount } from "../test-account.ts";
import { selectJobs, selectTotal } from "./list.ts";

const db = openDb(env.DB);
const JOBS = 50_000;
const LIMIT = 20;

test("a page of the list reads few rows among tens of thousands of jobs, even for a rare status", async () => {
  const accountId = await addAccount(db, 0);
  // One in five thousand has failed; the oldest ones, where a scan from the newest would come last.
  await env.DB.prepare(
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?1)
      insert into jobs (id, account_id, source, key_id, url, output_type, options, tier, status, queued_at, created_at, credit_period)
      select 'job_' || i, ?2, 'api', 'pub_' || (i % 3), 'https://example.com/', case i % 2 when 0 then 'pdf' else 'screenshot' end, '{}', 'pro',
        case when i <= ?1 / 5000 then 'failed' else 'completed' end, i, i, 0 from n`,
  )
    .bind(JOBS, accountId)
    .run();
  const after = { createdAt: JOBS / 2, id: "job_" };
  for (const query of [
    {},
    { after },
    { status: "failed" },
    { status: "completed", after },
    { outputType: "pdf", after },
    { status: "failed", outputType: "pdf" },
    { key: "pub_1", status: "completed" },
    { key: "pub_1", from: 1, to: JOBS, after },
    { from: JOBS / 2, search: "EXAMPLE.com" },
  ] as const) {
    const { sql, params } = selectJobs(db, { owner: { accountId }, limit: LIMIT, ...query }).toSQL();
    const { results, meta } = await env.DB.prepare(sql)
      .bind(...params)
      .all();
    expect(results.length).toBeGreaterThan(0);
    // Index entry and row for each job, in each of at most ten ranges, and the merge.
    expect(meta.rows_read).toBeLessThanOrEqual(LIMIT * 10 * 4);
  }
  // Counting ends early, and needs no row of the table.
  for (const query of [{}, { status: "completed" }, { outputType: "pdf" }, { from: 1, to: JOBS }] as const) {
    const { sql, params } = selectTotal(db, { owner: { accountId }, ...query }).toSQL();
    const { results, meta } = await env.DB.prepare(sql)
      .bind(...params)
      .all();
    expect(Object.values(results[0] ?? {})).toEqual([LIMITS.countedJobs]);
    expect(meta.rows_read).toBeLessThanOrEqual(2 * LIMITS.countedJobs);
  }
  // A source that no job has reads the account's part of an index and the entry after it, and no row of the table.
  const { sql, params } = selectJobs(db, { owner: { accountId }, limit: LIMIT, source: "widget" }).toSQL();
  const { meta } = await env.DB.prepare(sql)
    .bind(...params)
    .all();
  expect(meta.rows_read).toBeLessThanOrEqual(JOBS + 1);
}, 60_000);
