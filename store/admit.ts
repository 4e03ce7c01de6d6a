/** Admission: one batch that inserts the job, takes the credit and writes the ledger, or does nothing and says why. */
import { and, eq, lte, sql } from "drizzle-orm";
import { LIMITS } from "#contract/limits.ts";
import type { Tier } from "#contract/plans.ts";
import type { Db } from "./db.ts";
import type { JobRow } from "./jobs.ts";
import { rollPeriod } from "./periods.ts";
import { accounts, jobs, ledger, overage } from "./schema.ts";
import {
  byTier,
  DAY_MS,
  MINUTE_MS,
  requestsSince,
  type Standing,
  selectStanding,
  toStanding,
  type Window,
} from "./standing.ts";

export interface NewJob {
  id: string;
  accountId: string;
  source: "api" | "widget" | "dashboard";
  keyId: string | null;
  url: string;
  outputType: "pdf" | "screenshot";
  /** JSON of contract/job-request.ts `JobOptions`. */
  options: string;
  requestId: string;
  idempotency: { key: string; bodyHash: string } | null;
}

export type Admission =
  | { outcome: "admitted"; tier: Tier; standing: Standing }
  /** The same request came before under this idempotency key. */
  | { outcome: "replayed"; job: JobRow; standing: Standing }
  | { outcome: "conflict"; standing: Standing }
  | { outcome: "rate_limited"; window: Window; standing: Standing }
  | { outcome: "credits_exhausted"; standing: Standing }
  /** Nobody has shown yet that the account's address is read by its owner: credits are for people, one mailbox each. */
  | { outcome: "unverified"; standing: Standing }
  /** The account is gone. */
  | { outcome: "no_account" };

const IDEMPOTENCY_MS = LIMITS.idempotencyHours * 3_600_000;

/** All that the account's plan must still have room for; a plan's null limit compares as no limit. */
function hasRoom(job: NewJob, now: number) {
  const free = job.idempotency
    ? sql`not exists (select 1 from jobs i where i.account_id = accounts.id and i.idempotency_key = ${job.idempotency.key})`
    : sql`1`;
  return sql`accounts.id = ${job.accountId} and accounts.deleting_at is null
    and accounts.email_confirmed_at is not null and ${free}
    and ${requestsSince(now - MINUTE_MS)} < ${byTier((plan) => plan.requestsPerMinute)}
    and (${byTier((plan) => plan.requestsPerDay)} is null
      or ${requestsSince(now - DAY_MS)} < ${byTier((plan) => plan.requestsPerDay)})
    and (credits_used < monthly_credits
      or (overage_enabled = 1 and ${byTier((plan) => plan.overageMillis)} is not null))`;
}

/** Columns of `jobs` in the schema's order: an insert from a select names none. */
function rowOf(job: NewJob, now: number) {
  const price = sql`case when credits_used >= monthly_credits then ${byTier((plan) => plan.overageMillis)} end`;
  return sql`select ${job.id}, accounts.id, ${job.source}, ${job.keyId}, ${job.url}, ${job.outputType}, ${job.options},
    accounts.tier, 'pending', 'queued', 0, null, null, ${now}, ${now}, null, null, ${job.requestId},
    ${job.idempotency?.key ?? null}, ${job.idempotency?.bodyHash ?? null}, period_start, ${price},
    null, null, null, null, null, null, null, null, null, null, '[]', '{}'
    from accounts where ${hasRoom(job, now)}`;
}

/** The job, its credit, its ledger entry, its price if it is past the limit; then where the account stands. */
function admission(db: Db, job: NewJob, now: number) {
  return [
    ...rollPeriod(db, job.accountId, now),
    db.insert(jobs).select(rowOf(job, now)).returning({ tier: jobs.tier }),
    db
      .update(accounts)
      .set({ creditsUsed: sql`credits_used + 1` })
      .where(sql`id = ${job.accountId} and exists (select 1 from jobs where id = ${job.id})`),
    db
      .insert(ledger)
      .select(sql`select null, account_id, 'debit', id, 1, ${now} from jobs where id = ${job.id}`),
    db.insert(overage).select(
      sql`select id, account_id, credit_period, overage_millis, ${now}, null, null, 0 from jobs
          where id = ${job.id} and overage_millis is not null`,
    ),
    selectStanding(db, job.accountId, now),
  ] as const;
}

/** Runs the admission in one batch; with an idempotency key, lets go of it when it is old and looks for its job. */
async function run(db: Db, job: NewJob, now: number) {
  const statements = admission(db, job, now);
  if (job.idempotency === null) {
    const [, , [admitted], , , , [row]] = await db.batch(statements);
    return { admitted, row, earlier: undefined };
  }
  const sameKey = and(eq(jobs.accountId, job.accountId), eq(jobs.idempotencyKey, job.idempotency.key));
  const [, , , [admitted], , , , [row], [earlier]] = await db.batch([
    db
      .update(jobs)
      .set({ idempotencyKey: null })
      .where(and(sameKey, lte(jobs.createdAt, now - IDEMPOTENCY_MS))),
    ...statements,
    db.select().from(jobs).where(sameKey),
  ]);
  return { admitted, row, earlier };
}

/**
 * Admits the job if credits, requests per minute and per day leave room for it: all in one batch, so that no race can
 * pass a limit. Takes one credit and writes the ledger; past the monthly limit (overage enabled, paid plan) also notes
 * the credit's price. Nothing is written otherwise.
 */
export async function admit(db: Db, job: NewJob, now: number): Promise<Admission> {
  const { admitted, row, earlier } = await run(db, job, now);
  if (!row) return { outcome: "no_account" };
  const standing = toStanding(row, now);
  if (admitted) return { outcome: "admitted", tier: admitted.tier, standing };
  if (earlier) {
    const isSame = earlier.idempotencyHash === job.idempotency?.bodyHash;
    return isSame ? { outcome: "replayed", job: earlier, standing } : { outcome: "conflict", standing };
  }
  if (!standing.isVerified) return { outcome: "unverified", standing };
  const full = standing.windows.filter((window) => window.used >= window.limit);
  const [longest] = full.sort((a, b) => b.freesAt - a.freesAt);
  if (longest) return { outcome: "rate_limited", window: longest, standing };
  return { outcome: "credits_exhausted", standing };
}
