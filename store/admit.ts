/** Admission: one batch that inserts the job, takes the credit and writes the ledger, or does nothing and says why. */
import { and, eq, lte, sql } from "drizzle-orm";
import { LIMITS } from "#contract/limits.ts";
import type { Tier } from "#contract/plans.ts";
import type { Db } from "./db.ts";
import type { JobRow } from "./jobs.ts";
import { accountOf, type Owner } from "./owner.ts";
import { rollPeriod } from "./periods.ts";
import { accounts, jobs, ledger, overage } from "./schema.ts";
import {
  DAY_MS,
  isOwner,
  MINUTE_MS,
  OVERAGE_MILLIS,
  REQUESTS_PER_DAY,
  REQUESTS_PER_MINUTE,
  requestsSince,
  type Standing,
  selectStanding,
  toStanding,
  type Window,
} from "./standing.ts";

export interface NewJob {
  id: string;
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

/**
 * All that the account's plan must still have room for; a plan's null limit compares as no limit. The period must be
 * the current one, so that the credit is taken from it.
 */
function hasRoom(owner: Owner, job: NewJob, now: number) {
  const free = job.idempotency
    ? sql`not exists (select 1 from jobs i where i.account_id = accounts.id and i.idempotency_key = ${job.idempotency.key})`
    : sql`1`;
  return sql`${isOwner(owner)}
    and accounts.email_confirmed_at is not null and period_end > ${now} and ${free}
    and ${requestsSince(now - MINUTE_MS)} < ${REQUESTS_PER_MINUTE}
    and (${REQUESTS_PER_DAY} is null
      or ${requestsSince(now - DAY_MS)} < ${REQUESTS_PER_DAY})`;
}

const HAS_CREDIT = sql`credits_used < monthly_credits`;
const MAY_PASS_LIMIT = sql`overage_enabled = 1 and ${OVERAGE_MILLIS} is not null`;

/** Columns of `jobs` in the schema's order: an insert from a select names none. */
function insertJob(db: Db, owner: Owner, job: NewJob, now: number, isThorough: boolean) {
  const credit = isThorough ? sql`(${HAS_CREDIT} or ${MAY_PASS_LIMIT})` : HAS_CREDIT;
  const price = isThorough ? sql`case when not ${HAS_CREDIT} then ${OVERAGE_MILLIS} end` : sql`null`;
  return db
    .insert(jobs)
    .select(
      sql`select ${job.id}, accounts.id, ${job.source}, ${job.keyId}, ${job.url}, ${job.outputType}, ${job.options},
        accounts.tier, 'pending', 'queued', 0, null, null, ${now}, ${now}, null, null, ${job.requestId},
        ${job.idempotency?.key ?? null}, ${job.idempotency?.bodyHash ?? null}, period_start, ${price},
        null, null, null, null, null, null, null, null, null, null, '[]', '{}'
        from accounts where ${hasRoom(owner, job, now)} and ${credit}`,
    )
    .returning({ tier: jobs.tier });
}

/** The job, its credit and its ledger entry; then where the account stands. */
function admission(db: Db, owner: Owner, job: NewJob, now: number, isThorough = false) {
  return [
    insertJob(db, owner, job, now, isThorough),
    db
      .update(accounts)
      .set({ creditsUsed: sql`credits_used + 1` })
      .where(sql`id = (select account_id from jobs where id = ${job.id})`),
    db
      .insert(ledger)
      .select(sql`select null, account_id, 'debit', id, 1, ${now} from jobs where id = ${job.id}`),
    selectStanding(db, owner, now),
  ] as const;
}

/** The owner's job that came under the same idempotency key; none without a key. */
function underSameKey(owner: Owner, job: NewJob) {
  return and(eq(jobs.accountId, accountOf(owner)), eq(jobs.idempotencyKey, job.idempotency?.key ?? ""));
}

/** The same for an account whose period is over or whose limit may be passed: begins the period, notes the credit's price. */
async function runThoroughly(db: Db, owner: Owner, accountId: string, job: NewJob, now: number) {
  const [insert, debit, note, standing] = admission(db, owner, job, now, true);
  const [, , [admitted], , , , [row], [earlier]] = await db.batch([
    ...rollPeriod(db, accountId, now),
    insert,
    debit,
    note,
    db.insert(overage).select(
      sql`select id, account_id, credit_period, overage_millis, ${now}, null, null, 0 from jobs
          where id = ${job.id} and overage_millis is not null`,
    ),
    standing,
    db.select().from(jobs).where(underSameKey(owner, job)),
  ]);
  return { admitted, row, earlier };
}

/** Runs the admission in one batch; with an idempotency key, lets go of it when it is old and looks for its job. */
async function run(db: Db, owner: Owner, job: NewJob, now: number) {
  const statements = admission(db, owner, job, now);
  if (job.idempotency === null) {
    const [[admitted], , , [row]] = await db.batch(statements);
    return { admitted, row, earlier: undefined };
  }
  const sameKey = underSameKey(owner, job);
  const [, [admitted], , , [row], [earlier]] = await db.batch([
    db
      .update(jobs)
      .set({ idempotencyKey: null })
      .where(and(sameKey, lte(jobs.createdAt, now - IDEMPOTENCY_MS))),
    ...statements,
    db.select().from(jobs).where(sameKey),
  ]);
  return { admitted, row, earlier };
}

function isOutOfCredits({ creditsUsed, monthlyCredits }: Standing): boolean {
  return creditsUsed >= monthlyCredits;
}

/**
 * Admits the job if credits, requests per minute and per day leave room for it: all in one batch, so that no race can
 * pass a limit. Takes one credit and writes the ledger; past the monthly limit (overage enabled, paid plan) also notes
 * the credit's price. Nothing is written otherwise. Only an account whose period has just ended, or whose limit may be
 * passed, costs a second batch.
 */
export async function admit(db: Db, owner: Owner, job: NewJob, now: number): Promise<Admission> {
  let { admitted, row, earlier } = await run(db, owner, job, now);
  if (!row) return { outcome: "no_account" };
  let standing = toStanding(row, now);
  const deservesMore = standing.periodEnd <= now || (standing.overageEnabled && isOutOfCredits(standing));
  if (!admitted && !earlier && deservesMore) {
    ({ admitted, row, earlier } = await runThoroughly(db, owner, standing.accountId, job, now));
    if (!row) return { outcome: "no_account" };
    standing = toStanding(row, now);
  }
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
