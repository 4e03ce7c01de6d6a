import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { JOB_MOVES, JOB_STATUSES, type JobStatus } from "#contract/job/state.ts";
import { PERIOD_DAYS, PLANS } from "#contract/plans.ts";
import { openDb } from "../db.ts";
import { rollPeriod } from "../money/periods.ts";
import { jobs, overage } from "../schema.ts";
import { addAccount, addJob, creditsOf } from "../test-account.ts";
import { cancel, claim, complete, fail, readLinkedJob, release } from "./jobs.ts";

const db = openDb(env.DB);
const NOW = Date.UTC(2026, 5, 1);
const FAILURE = { code: "page_timeout", message: "m", stage: "navigating" } as const;
const RESULT = { type: "pdf", bytes: 5, pages: 1, truncated: false, filename: "a.pdf" } as const;

async function newJob() {
  const accountId = await addAccount(db, NOW);
  return { accountId, jobId: await addJob(db, accountId, NOW) };
}

async function statusOf(jobId: string) {
  return (await readLinkedJob(db, jobId))?.status;
}

/** Every transition, tried with the job's own lease. */
const TRANSITIONS: Record<string, (job: { accountId: string; jobId: string }) => Promise<unknown>> = {
  claim: ({ jobId }) => claim(db, jobId, NOW, 1000),
  complete: async ({ jobId }) => {
    const job = await readLinkedJob(db, jobId);
    return job && (await complete(db, { ...job, lease: "mine" }, NOW, RESULT, [], {}));
  },
  "fail, holding the lease": ({ jobId }) => fail(db, { id: jobId, lease: "mine" }, NOW, FAILURE),
  "fail, while waiting": ({ jobId }) => fail(db, { id: jobId }, NOW, FAILURE),
  release: ({ jobId }) => release(db, { id: jobId, lease: "mine" }, FAILURE),
  cancel: ({ accountId, jobId }) => cancel(db, { accountId }, jobId, NOW),
};

test.each(JOB_STATUSES.flatMap((status) => Object.keys(TRANSITIONS).map((name) => ({ status, name }))))(
  "from $status, $name leads only to states that the contract allows",
  async ({ status, name }) => {
    const job = await newJob();
    await db.update(jobs).set({ status, lease: "mine" }).where(eq(jobs.id, job.jobId));
    await TRANSITIONS[name]?.(job);
    const after = await statusOf(job.jobId);
    const legal: readonly (JobStatus | undefined)[] = [status, ...JOB_MOVES[status]];
    expect(legal).toContain(after);
  },
);

test("a claim and a cancellation at the same time: one of them wins", async () => {
  const { accountId, jobId } = await newJob();
  const [claimed, canceled] = await Promise.all([
    claim(db, jobId, NOW, 1000),
    cancel(db, { accountId }, jobId, NOW),
  ]);
  expect([claimed !== null, canceled].filter(Boolean)).toHaveLength(1);
  const used = canceled ? 0 : 1;
  expect(await creditsOf(db, accountId)).toEqual({ used, ledger: used });
});

test("twenty claims at once give one lease", async () => {
  const { jobId } = await newJob();
  const claims = await Promise.all(Array.from({ length: 20 }, () => claim(db, jobId, NOW, 1000)));
  expect(claims.filter(Boolean)).toHaveLength(1);
});

test("a credit is refunded once, however often and in whatever way the job ends", async () => {
  const { accountId, jobId } = await newJob();
  await Promise.all([
    fail(db, { id: jobId }, NOW, FAILURE),
    cancel(db, { accountId }, jobId, NOW),
    fail(db, { id: jobId }, NOW, FAILURE),
    cancel(db, { accountId }, jobId, NOW),
  ]);
  expect(await creditsOf(db, accountId)).toEqual({ used: 0, ledger: 0 });
});

test("a credit of an earlier period is not refunded to the current one", async () => {
  const { accountId, jobId } = await newJob();
  const later = NOW + PERIOD_DAYS * 86_400_000;
  await db.batch(rollPeriod(db, accountId, later));
  await addJob(db, accountId, later);
  await fail(db, { id: jobId }, later + 1, FAILURE);
  expect(await creditsOf(db, accountId)).toEqual({ used: 1, ledger: 1 });
});

async function overageOf(accountId: string) {
  const rows = await db.select().from(overage).where(eq(overage.accountId, accountId));
  return rows.map(({ jobId }) => jobId);
}

/** A Starter account whose last credit and first overage credit are used by one job each. */
async function aboveLimit() {
  const fields = { tier: "starter", overageEnabled: true } as const;
  const creditsUsed = PLANS.starter.creditsPerMonth - 1;
  const accountId = await addAccount(db, NOW, { ...fields, creditsUsed });
  const last = await addJob(db, accountId, NOW);
  const past = await addJob(db, accountId, NOW + 1);
  return { accountId, last, past };
}

test("an overage credit becomes due when its job completes, and not before", async () => {
  const { past } = await aboveLimit();
  const due = async () => {
    const [row] = await db.select().from(overage).where(eq(overage.jobId, past));
    return row?.dueAt;
  };
  expect(await due()).toBeNull();
  const job = await claim(db, past, NOW, 1000);
  if (job) await complete(db, job, NOW + 5, RESULT, [], {});
  expect(await due()).toBe(NOW + 5);
});

test("the overage credit of a failed job never becomes due", async () => {
  const { accountId, past } = await aboveLimit();
  await fail(db, { id: past }, NOW, FAILURE);
  expect(await overageOf(accountId)).toEqual([]);
});

test("a failed job within the limit removes one overage credit, so that an account pays only for what it used", async () => {
  const { accountId, last } = await aboveLimit();
  await fail(db, { id: last }, NOW, FAILURE);
  expect(await overageOf(accountId)).toEqual([]);
  const used = PLANS.starter.creditsPerMonth;
  expect(await creditsOf(db, accountId)).toEqual({ used, ledger: used });
});

test("an overage credit that was reported to Stripe stays", async () => {
  const { accountId, last, past } = await aboveLimit();
  await db.update(overage).set({ sendingAt: NOW, reportedAt: NOW }).where(eq(overage.jobId, past));
  await fail(db, { id: last }, NOW, FAILURE);
  expect(await overageOf(accountId)).toEqual([past]);
});
