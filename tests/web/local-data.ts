/** Writes the starting data of a test into the local D1. Signing in for every test would exceed the rate limit. */
import { JobOptions } from "#contract/job/request.ts";
import { randomBase62 } from "#store/secrets/base62.ts";
import { newId } from "#store/secrets/ids.ts";
import { sha256Hex } from "#store/secrets/sha256.ts";
import { openLocalD1, type Statements } from "../../dev/data/local-d1.ts";

const HOUR_MS = 3_600_000;
const TOKEN_CHARS = 43;
const USER_AGENT = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0";

async function run(statements: Statements): Promise<void> {
  const { batch, close } = await openLocalD1();
  await batch(statements);
  await close();
}

/** Creates a sign-in session of the account and returns its token. */
export async function tokenFor({ email }: { email: string }): Promise<string> {
  const now = Date.now();
  const token = randomBase62(TOKEN_CHARS);
  await run([
    {
      sql: `insert into sessions (hash, id, account_id, user_agent, created_at, seen_at, idle_expires_at, expires_at)
        select ?, ?, id, ?, ?, ?, ?, ? from accounts where email = ?`,
      params: [sha256Hex(token), newId("ses"), USER_AGENT, now, now, now + HOUR_MS, now + HOUR_MS, email],
    },
  ]);
  return token;
}

/** Sets the number of credits that the account has used in its period. */
export async function spendCredits({ email }: { email: string }, used: number): Promise<void> {
  await run([{ sql: "update accounts set credits_used = ? where email = ?", params: [used, email] }]);
}

/** Adds finished jobs without files, the newest first: every fifth has failed. Their ids are `<prefix>1`, `<prefix>2` … */
export async function addJobs({ email }: { email: string }, count: number, prefix: string): Promise<void> {
  const options = JSON.stringify(JobOptions.parse({}));
  const timings = JSON.stringify({ tab: 20, navigate: 300, capture: 400, store: 30 });
  await run([
    {
      sql: `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?1)
        insert into jobs (id, account_id, source, url, output_type, options, tier, status, stage, queued_at, created_at,
          started_at, finished_at, credit_period, result_type, result_bytes, result_expires_at, result_name, timings)
        select ?2 || i, (select id from accounts where email = ?3), 'api', 'https://example.com/articles/' || i, 'pdf', ?4,
          'pro', iif(i % 5, 'completed', 'failed'), 'done', ?5 - i * 1000, ?5 - i * 1000, ?5 - i * 1000 + 50,
          ?5 - i * 1000 + 900, 0, iif(i % 5, 'pdf', null), iif(i % 5, 9000, null), ?5, 'Article ' || i || '.pdf', ?6 from n`,
      params: [count, prefix, email, options, Date.now() - HOUR_MS, timings],
    },
  ]);
}
