/** `node bench/seed-jobs.ts N` adds N finished jobs to the local D1 of PLATEN_DIR, spread over its accounts. */
import { JobOptions } from "#contract/job/request.ts";
import { openLocalD1 } from "../dev/data/local-d1.ts";

const CHUNK = 20_000;
const DAY_MS = 86_400_000;
const count = Number(process.argv[2]);
const OPTIONS = JSON.stringify(JobOptions.parse({}));

/** SQLite makes the rows. Columns that no measured statement reads keep their defaults. */
const FILL = `
  with recursive n(i) as (select ?1 union all select i + 1 from n where i + 1 < ?2),
  a as (select id, tier, period_start, row_number() over (order by id) - 1 as place from accounts),
  total(accounts) as (select count(*) from accounts)
  insert into jobs (id, account_id, source, url, output_type, options, tier, status, stage, queued_at, created_at,
    started_at, finished_at, credit_period, result_type, result_bytes, result_name, result_expires_at, result_deleted_at)
  select 'job_seed' || n.i, a.id, 'api', 'https://example.com/' || n.i, 'pdf', ?4, a.tier, 'completed', 'done',
    ?3 - n.i * 1000, ?3 - n.i * 1000, ?3 - n.i * 1000, ?3 - n.i * 1000, a.period_start, 'pdf', 12345, 'page.pdf',
    ?3 - n.i * 1000 + ${7 * DAY_MS}, ?3 - n.i * 1000 + ${7 * DAY_MS}
  from n, total join a on a.place = n.i % total.accounts`;

const database = await openLocalD1();
/** Two days ago, so that the jobs do not count in any rate window. */
const finishedAt = Date.now() - 2 * DAY_MS;
for (let from = 0; from < count; from += CHUNK) {
  await database.batch([{ sql: FILL, params: [from, Math.min(count, from + CHUNK), finishedAt, OPTIONS] }]);
}
await database.close();
