/**
 * Admission: one batch that inserts the job, takes the credit and writes the ledger, or changes nothing and returns
 * why.
 */
import { and, eq, lte, sql } from "drizzle-orm";
import type { JobInput } from "#contract/job/input.ts";
import type { OutputType } from "#contract/job/values.ts";
import { LIMITS } from "#contract/limits.ts";
import { isCapReached, PLANS, type Tier } from "#contract/plans.ts";
import { type AllBound, type Bound, type Db, preparedBatch } from "../db.ts";
import { insertFrom } from "../insert-from.ts";
import {
  accountOf,
  type BoundOwner,
  BY_ACCOUNT,
  BY_KEY,
  isOfMode,
  isTest,
  type Owner,
  ownerValues,
} from "../keys/owner.ts";
import { rollPeriod } from "../money/periods.ts";
import { IS_BELOW_CAP, type Spending, selectSpending } from "../money/spending.ts";
import {
  DAY_MS,
  FAILED_RENDER_MS_PER_DAY,
  isOwner,
  MINUTE_MS,
  OVERAGE_MILLIS,
  REQUESTS_PER_DAY,
  REQUESTS_PER_MINUTE,
  requestsWithin,
  selectUsage,
  toUsage,
  type Usage,
  UsageRow,
  usageColumns,
  type Window,
} from "../money/usage.ts";
import { accounts, jobs, ledger, overage } from "../schema.ts";
import type { JobRow } from "./jobs.ts";
import { canPay, countKeyUse, selectKeyLimits } from "./key-limits.ts";

export interface NewJob {
  id: string;
  source: "api" | "widget" | "dashboard";
  keyId: string | null;
  /** Host of the page whose button creates the job. */
  originHost: string | null;
  input: JobInput;
  url: string;
  outputType: OutputType;
  /** JSON of contract/job/request.ts `JobOptions`. */
  options: string;
  /** The options that have secrets, sealed. */
  secrets: string | null;
  requestId: string;
  /** Whether the job may use an overage credit if the account's overage is on. */
  mayUseOverage: boolean;
  /** `olderHashes`: of the same body, by keys before the newest one. */
  idempotency: { key: string; bodyHash: string; olderHashes?: readonly string[] } | null;
  /** Plan whose page cap and watermark the job gets. Null: the account's. */
  tier: Tier | null;
}

/** Why an account may not render now. */
export type RenderRefusal =
  | { outcome: "rate_limited"; window: Window; usage: Usage }
  | { outcome: "too_many_failures"; usage: Usage }
  /** The account's address is not confirmed: a mailbox gets the free credits only once. */
  | { outcome: "unverified"; usage: Usage };

/** Why a job was not admitted. */
type Refusal =
  | RenderRefusal
  /** An earlier request with this idempotency key and the same body made the job. */
  | { outcome: "replayed"; job: JobRow; usage: Usage }
  | { outcome: "conflict"; usage: Usage }
  | { outcome: "credits_exhausted"; usage: Usage }
  | { outcome: "key_ceiling_reached"; usage: Usage }
  | { outcome: "test_limit_reached"; usage: Usage }
  /** The API key lacks the scope. */
  | { outcome: "missing_scope"; usage: Usage }
  | { outcome: "spending_cap_reached"; usage: Usage };

export type Admission =
  /** `spending`: with this job, if it uses an overage credit. */
  | { outcome: "admitted"; usage: Usage; spending: Spending | null }
  | Refusal
  /** The account is deleted, or the API key is not valid. */
  | { outcome: "no_account" };

const IDEMPOTENCY_MS = LIMITS.idempotencyHours * 3_600_000;

/** The job's values, keyed by the names of the placeholders. */
function jobValues({ id, idempotency, mayUseOverage: _, ...job }: NewJob) {
  const { key = null, bodyHash = null } = idempotency ?? {};
  return { ...job, jobId: id, idempotencyKey: key, idempotencyHash: bodyHash };
}

type JobValues = AllBound<ReturnType<typeof jobValues>>;

const BOUND_JOB: JobValues = {
  jobId: sql.placeholder("jobId"),
  source: sql.placeholder("source"),
  keyId: sql.placeholder("keyId"),
  originHost: sql.placeholder("originHost"),
  input: sql.placeholder("input"),
  url: sql.placeholder("url"),
  outputType: sql.placeholder("outputType"),
  options: sql.placeholder("options"),
  secrets: sql.placeholder("secrets"),
  requestId: sql.placeholder("requestId"),
  idempotencyKey: sql.placeholder("idempotencyKey"),
  idempotencyHash: sql.placeholder("idempotencyHash"),
  tier: sql.placeholder("tier"),
};

/**
 * Condition: the address is confirmed, failed jobs have not used up the day's time, and the rate windows have room. A
 * plan's null limit means no limit.
 */
export function mayRender(owner: BoundOwner, now: Bound<number>) {
  return sql`${isOwner(owner)} and accounts.email_confirmed_at is not null
    and (failed_render_until <= ${now} or failed_render_ms < ${FAILED_RENDER_MS_PER_DAY})
    and ${requestsWithin(MINUTE_MS, now)} < ${REQUESTS_PER_MINUTE}
    and (${REQUESTS_PER_DAY} is null or ${requestsWithin(DAY_MS, now)} < ${REQUESTS_PER_DAY})`;
}

/** Condition: the account may render, the period is the current one, and the idempotency key is unused. */
function hasRoom(owner: BoundOwner, job: JobValues, now: Bound<number>) {
  return sql`${mayRender(owner, now)} and period_end > ${now}
    and (${job.idempotencyKey} is null or not exists (select 1 from jobs i where i.account_id = accounts.id
      and ${isOfMode(sql`i.test`, owner)} and i.idempotency_key = ${job.idempotencyKey}))`;
}

/**
 * A refund lowers the used credits, but keeps the overage credits that are sent to Stripe. Those that are then above the
 * used ones are paid, and count as credits of the plan.
 */
const HAS_CREDIT = sql`(credits_used < monthly_credits or credits_used < monthly_credits
  + (select count(*) from overage o where o.account_id = accounts.id and o.period_start = accounts.period_start))`;
const MAY_PASS_LIMIT = sql`overage_enabled = 1 and ${OVERAGE_MILLIS} is not null and ${IS_BELOW_CAP}`;

function insertJob(db: Db, owner: BoundOwner, job: JobValues, now: Bound<number>, mayUseOverage: boolean) {
  const credit = mayUseOverage ? sql`(${HAS_CREDIT} or ${MAY_PASS_LIMIT})` : HAS_CREDIT;
  const test = sql`${isTest(owner)}`;
  const isOverage = sql`not ${test} and not ${HAS_CREDIT}`;
  const price = mayUseOverage ? sql`case when ${isOverage} then ${OVERAGE_MILLIS} end` : sql`null`;
  const { jobId: id, ...asked } = job;
  return insertFrom(
    db,
    jobs,
    {
      ...asked,
      id,
      accountId: sql`accounts.id`,
      test,
      tier: sql`coalesce(${job.tier}, accounts.tier)`,
      queuedAt: now,
      createdAt: now,
      creditPeriod: sql`case when ${test} then 0 else period_start end`,
      overageMillis: price,
    },
    sql`from accounts where ${hasRoom(owner, job, now)} and ${canPay(owner, credit, now)}`,
  );
}

/**
 * Statements that insert the job, take its credit and write the ledger; a test job takes none. The third one returns the
 * account's usage, or no row if the job was not admitted.
 */
function admission(db: Db, owner: BoundOwner, job: JobValues, now: Bound<number>, mayUseOverage: boolean) {
  const ofJob = sql`from jobs where id = ${job.jobId}`;
  return [
    insertJob(db, owner, job, now, mayUseOverage),
    countKeyUse(db, owner, job.jobId, now),
    db
      .update(accounts)
      .set({ creditsUsed: sql`credits_used + (select not test ${ofJob})` })
      .where(sql`id = (select account_id ${ofJob})`)
      .returning(usageColumns(owner, now)),
    insertFrom(
      db,
      ledger,
      { accountId: sql`account_id`, kind: "debit", reference: sql`id`, amount: 1, createdAt: now },
      sql`${ofJob} and not test`,
    ),
  ] as const;
}

const boundAdmission = (owner: BoundOwner) =>
  preparedBatch((db) => admission(db, owner, BOUND_JOB, sql.placeholder("now"), false));
const admitByAccount = boundAdmission(BY_ACCOUNT);
const admitByKey = boundAdmission(BY_KEY);

/** The prepared batch, which is enough for nearly every request. Null when the job was not admitted. */
async function admitQuickly(db: Db, owner: Owner, job: NewJob, now: number): Promise<Usage | null> {
  const run = "key" in owner ? admitByKey : admitByAccount;
  const [, , usages] = await run(db, { ...ownerValues(owner), ...jobValues(job), now });
  const [usage] = UsageRow.array().parse(usages);
  return usage ? toUsage(usage, now) : null;
}

/** Statements that read what a refusal depends on. The last one: the earlier job with the same idempotency key. */
function selectReasons(db: Db, owner: Owner, job: NewJob, now: number) {
  return [
    selectUsage(db, owner, now),
    selectSpending(db, owner),
    selectKeyLimits(db, owner, now),
    db.select().from(jobs).where(hasSameIdempotencyKey(owner, job)),
  ] as const;
}

function hasSameIdempotencyKey(owner: Owner, job: NewJob) {
  return and(
    eq(jobs.accountId, accountOf(owner)),
    isOfMode(sql`${jobs.test}`, owner),
    eq(jobs.idempotencyKey, job.idempotency?.key ?? ""),
  );
}

interface Reasons {
  usage: Usage;
  spending: Spending;
  limits: { isBelowCeiling: number; hasTestsLeft: number };
  earlier: JobRow | undefined;
}

/** The counterpart of `mayRender`: null for an account that may render. */
export function renderRefusal(usage: Usage): RenderRefusal | null {
  if (!usage.isVerified) return { outcome: "unverified", usage };
  if (usage.failedRenderMs >= PLANS[usage.tier].failedRenderMinutesPerDay * MINUTE_MS) {
    return { outcome: "too_many_failures", usage };
  }
  const full = usage.windows.filter((window) => window.used >= window.limit);
  const [longest] = full.sort((a, b) => b.freesAt - a.freesAt);
  return longest ? { outcome: "rate_limited", window: longest, usage } : null;
}

/** Why the job was not admitted; null when `admitThoroughly` may still admit it. */
function refusal(
  owner: Owner,
  job: NewJob,
  { usage, spending, limits, earlier }: Reasons,
  now: number,
): Refusal | null {
  if (usage.periodEnd <= now) return null;
  if (earlier) {
    if (earlier.createdAt <= now - IDEMPOTENCY_MS) return null;
    const { bodyHash, olderHashes = [] } = job.idempotency ?? {};
    const isSame = [bodyHash, ...olderHashes].includes(earlier.idempotencyHash ?? "");
    return isSame ? { outcome: "replayed", job: earlier, usage } : { outcome: "conflict", usage };
  }
  const refused = renderRefusal(usage);
  if (refused) return refused;
  if (isTest(owner)) return limits.hasTestsLeft ? null : { outcome: "test_limit_reached", usage };
  if (!limits.isBelowCeiling) return { outcome: "key_ceiling_reached", usage };
  if (usage.creditsUsed < usage.monthlyCredits) return null;
  if (!usage.overageEnabled || !job.mayUseOverage) return { outcome: "credits_exhausted", usage };
  const { spentMillis, capCents } = spending;
  return isCapReached(usage.tier, spentMillis, capCents) ? { outcome: "spending_cap_reached", usage } : null;
}

/**
 * Begins the account's next period if it is due, releases an expired idempotency key, and uses an overage credit if the
 * plan allows it.
 */
async function admitThoroughly(db: Db, owner: Owner, accountId: string, job: NewJob, now: number) {
  const [insert, use, debit, entry] = admission(db, owner, jobValues(job), now, job.mayUseOverage);
  const [, , , , , [admitted], , [bought], [row], [spending], [limits], [earlier]] = await db.batch([
    ...rollPeriod(db, accountId, now),
    db
      .update(jobs)
      .set({ idempotencyKey: null })
      .where(and(hasSameIdempotencyKey(owner, job), lte(jobs.createdAt, now - IDEMPOTENCY_MS))),
    insert,
    use,
    debit,
    entry,
    insertFrom(
      db,
      overage,
      {
        jobId: sql`id`,
        accountId: sql`account_id`,
        periodStart: sql`credit_period`,
        priceMillis: sql`overage_millis`,
        createdAt: now,
      },
      sql`from jobs where id = ${job.id} and overage_millis is not null`,
    ).returning({ jobId: overage.jobId }),
    ...selectReasons(db, owner, job, now),
  ]);
  return { admitted, bought, row, spending, limits, earlier };
}

/**
 * Admits the job if the account has a credit and room in its rate windows. One conditional batch takes the credit, so
 * concurrent requests never exceed a limit. A refusal writes nothing and costs a second batch that finds the reason;
 * the end of a period, an expired idempotency key and overage cost a third.
 */
export async function admit(db: Db, owner: Owner, job: NewJob, now: number): Promise<Admission> {
  const admitted = await admitQuickly(db, owner, job, now);
  if (admitted) return { outcome: "admitted", usage: admitted, spending: null };
  const [[row], [spent], [room], [earlier]] = await db.batch(selectReasons(db, owner, job, now));
  const before = row && toUsage(row, now);
  if (before && !before.mayCall) return { outcome: "missing_scope", usage: before };
  if (!before || !spent || !room) return { outcome: "no_account" };
  const first = { usage: before, spending: spent, limits: room, earlier };
  const refused = refusal(owner, job, first, now);
  if (refused) return refused;
  const second = await admitThoroughly(db, owner, before.accountId, job, now);
  const { spending, limits } = second;
  if (!second.row || !spending || !limits) return { outcome: "no_account" };
  if (second.admitted) {
    const usage = toUsage(second.admitted, now);
    return { outcome: "admitted", usage, spending: second.bought ? spending : null };
  }
  const usage = toUsage(second.row, now);
  const reasons = { usage, spending, limits, earlier: second.earlier };
  return refusal(owner, job, reasons, now) ?? { outcome: "credits_exhausted", usage };
}
