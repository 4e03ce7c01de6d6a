import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { PLANS } from "#contract/plans.ts";
import { openDb } from "../db.ts";
import { admit } from "../jobs/admit.ts";
import { cancel, claim, complete, fail, type JobRow, release } from "../jobs/jobs.ts";
import { requeueExpired } from "../jobs/leases.ts";
import { accounts, jobs } from "../schema.ts";
import { addAccount, addJob, jobOf } from "../test-account.ts";
import { nextUtcDay } from "./failed-render.ts";
import { DAY_MS, MINUTE_MS, readUsage } from "./usage.ts";

const db = openDb(env.DB);
const NOW = Date.UTC(2026, 5, 1, 12);
const LIMIT_MS = PLANS.free.failedRenderMinutesPerDay * MINUTE_MS;

/** A job that is being rendered. */
async function rendering(): Promise<{ accountId: string; job: JobRow }> {
  const accountId = await addAccount(db, NOW);
  return { accountId, job: await claimed(await addJob(db, accountId, NOW)) };
}

async function claimed(jobId: string): Promise<JobRow> {
  const job = await claim(db, jobId, NOW, 60_000);
  if (!job) throw new Error("not pending");
  return job;
}

function failure(
  renderMs: number,
  code: "page_timeout" | "page_crashed" | "service_unavailable" = "page_timeout",
) {
  return { code, message: "m", stage: "navigating", renderMs } as const;
}

async function countedAt(accountId: string, now = NOW) {
  return (await readUsage(db, { accountId }, now))?.failedRenderMs;
}

async function outcomeAt(accountId: string, now: number) {
  return (await admit(db, { accountId }, jobOf(), now)).outcome;
}

test("the time of a failed job counts once, however often its end is reported", async () => {
  const { accountId, job } = await rendering();
  await Promise.all(Array.from({ length: 5 }, () => fail(db, job, NOW, failure(30_000))));
  await fail(db, { id: job.id }, NOW, failure(30_000));
  expect(await countedAt(accountId)).toBe(30_000);
});

test("the time of several jobs adds up", async () => {
  const { accountId, job } = await rendering();
  const other = await claimed(await addJob(db, accountId, NOW));
  await Promise.all([job, other].map((one) => fail(db, one, NOW, failure(20_000))));
  expect(await countedAt(accountId)).toBe(40_000);
});

test("faults of ours and completed jobs do not count", async () => {
  const { accountId, job } = await rendering();
  await fail(db, job, NOW, failure(30_000, "service_unavailable"));
  const lost = await claimed(await addJob(db, accountId, NOW));
  await requeueExpired(db, lost, NOW);
  const result = { type: "pdf", bytes: 5, pages: 1, truncated: false, filename: "a.pdf" } as const;
  await complete(db, await claimed(lost.id), NOW, result, [], {});
  expect(await countedAt(accountId)).toBe(0);
});

test("an attempt that a fault of the page ended counts when the job fails by the page", async () => {
  const { accountId, job } = await rendering();
  await release(db, job, failure(10_000, "page_crashed"));
  await release(db, await claimed(job.id), failure(5_000, "service_unavailable"));
  expect(await countedAt(accountId)).toBe(0);
  await fail(db, await claimed(job.id), NOW, failure(7_000, "page_crashed"));
  expect(await countedAt(accountId)).toBe(17_000);
});

test("canceling a job that was rendered before counts its time, once", async () => {
  const { accountId, job } = await rendering();
  expect(await cancel(db, { accountId }, job.id, NOW), "while it is being rendered").toBe(false);
  await release(db, job, failure(10_000, "page_crashed"));
  for (let time = 0; time < 2; time++) await cancel(db, { accountId }, job.id, NOW);
  expect(await countedAt(accountId)).toBe(10_000);
  await cancel(db, { accountId }, await addJob(db, accountId, NOW), NOW);
  expect(await countedAt(accountId)).toBe(10_000);
});

test.each(["free", "starter", "pro"] as const)(
  "%s accepts no job once failed jobs have used the plan's minutes",
  async (tier) => {
    const failedRenderMs = PLANS[tier].failedRenderMinutesPerDay * MINUTE_MS - 1;
    const failedRenderUntil = nextUtcDay(NOW);
    const accountId = await addAccount(db, NOW, { tier, failedRenderMs, failedRenderUntil });
    const job = await claimed(await addJob(db, accountId, NOW));
    await fail(db, job, NOW, failure(1));
    expect(await outcomeAt(accountId, NOW)).toBe("too_many_failures");
    const [{ used } = { used: -1 }] = await db
      .select({ used: accounts.creditsUsed })
      .from(accounts)
      .where(eq(accounts.id, accountId));
    expect(used).toBe(0);
    expect(await db.$count(jobs, eq(jobs.accountId, accountId))).toBe(1);
    expect(await outcomeAt(accountId, failedRenderUntil)).toBe("admitted");
  },
);

test("each UTC day counts from 0", async () => {
  const accountId = await addAccount(db, NOW, {
    failedRenderMs: LIMIT_MS,
    failedRenderUntil: nextUtcDay(NOW),
  });
  const tomorrow = NOW + DAY_MS;
  expect(await countedAt(accountId, tomorrow)).toBe(0);
  await fail(db, await claimed(await addJob(db, accountId, tomorrow)), tomorrow, failure(1_000));
  expect(await countedAt(accountId, tomorrow)).toBe(1_000);
});

test("a replay returns its job also when failed jobs have used the day's time", async () => {
  const accountId = await addAccount(db, NOW);
  const idempotency = { key: "order-1", bodyHash: "a" };
  const id = await addJob(db, accountId, NOW, { idempotency });
  await fail(db, await claimed(id), NOW, failure(LIMIT_MS));
  const again = await admit(db, { accountId }, jobOf({ idempotency }), NOW);
  expect(again).toMatchObject({ outcome: "replayed", job: { id } });
});
