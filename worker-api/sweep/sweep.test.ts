import { env } from "cloudflare:workers";
import { and, eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { JobView } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { PLANS, type Tier } from "#contract/plans.ts";
import { claim, complete, readLinkedJob } from "#store/jobs/jobs.ts";
import { resultKey, thumbnailKey } from "#store/jobs/results.ts";
import { jobs, ledger } from "#store/schema.ts";
import { addAccount, addJob, creditsOf } from "#store/test-account.ts";
import { db, newCaller } from "../test-caller.ts";
import { deleteExpiredResults } from "./expire-results.ts";
import { sweep } from "./index.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Runs the sweep as of `now` and returns the ids of the jobs that it put into the queue. */
async function sweepAt(now: number): Promise<string[]> {
  const enqueued: string[] = [];
  const enqueue = vi.fn(async (messages: Iterable<{ body: { jobId: string } }>) => {
    for (const { body } of messages) enqueued.push(body.jobId);
  });
  const queue = { sendBatch: enqueue, send: (body: { jobId: string }) => enqueue([{ body }]) };
  await sweep(Object.create(env, { JOBS: { value: queue } }), now);
  return enqueued;
}

async function finished(accountId: string, now: number): Promise<string> {
  const id = await addJob(db, accountId, now);
  const job = await claim(db, id, now, 60_000);
  if (!job) throw new Error("not pending");
  await env.RESULTS.put(resultKey(job), "bytes");
  await env.RESULTS.put(thumbnailKey(job), "small");
  const result = { type: "pdf", bytes: 5, pages: 1, truncated: false, filename: "a.pdf" } as const;
  await complete(db, job, now, result, [], {});
  return id;
}

test("a pending job whose message was lost is enqueued again, once a minute", async () => {
  const now = Date.now();
  const accountId = await addAccount(db, now);
  const id = await addJob(db, accountId, now);
  expect(await sweepAt(now + 1000)).not.toContain(id);
  expect(await sweepAt(now + 61_000)).toContain(id);
  expect(await sweepAt(now + 62_000)).not.toContain(id);
  expect(await sweepAt(now + 130_000)).toContain(id);
});

test("a job whose renderer is gone is pending again, until its attempts are used up", async () => {
  let now = Date.now();
  const accountId = await addAccount(db, now);
  const id = await addJob(db, accountId, now);
  for (let attempt = 1; attempt < LIMITS.attempts; attempt++) {
    await claim(db, id, now, 1000);
    now += 2000;
    expect(await sweepAt(now)).toContain(id);
    expect(await readLinkedJob(db, id)).toMatchObject({
      status: "pending",
      errorCode: "service_unavailable",
    });
  }
  await claim(db, id, now, 1000);
  await sweepAt(now + 2000);
  expect(await readLinkedJob(db, id)).toMatchObject({ status: "failed", errorCode: "service_unavailable" });
  expect(await creditsOf(db, accountId)).toEqual({ used: 0, ledger: 0 });
});

test("a job with a valid lease is left alone", async () => {
  const now = Date.now();
  const id = await addJob(db, await addAccount(db, now), now);
  await claim(db, id, now, 60_000);
  await sweepAt(now + 59_000);
  expect((await readLinkedJob(db, id))?.status).toBe("processing");
});

test.each(["free", "starter", "pro"] satisfies Tier[])(
  "a result of tier %s is deleted when its plan's retention is over, not before",
  async (tier) => {
    const caller = await newCaller({ tier });
    const then = Date.now() - PLANS[tier].retentionHours * HOUR_MS;
    const id = await finished(caller.accountId, then + 60_000);
    const view = async () => JobView.parse(await (await caller.call("GET", `/jobs/${id}`)).json());
    await sweepAt(Date.now());
    expect((await view()).result).toMatchObject({ expired: false });
    await db.update(jobs).set({ resultExpiresAt: then }).where(eq(jobs.id, id));
    await sweepAt(Date.now());
    expect((await view()).result).toMatchObject({ url: null, expired: true });
    expect((await env.RESULTS.list({ prefix: `results/${id}/` })).objects).toEqual([]);
    const file = await caller.call("GET", `/files/${id}`);
    expect(file.status).toBe(410);
    expect(await file.json()).toMatchObject({ code: "result_expired" });
  },
);

test("the next sweep finishes a deletion that crashed between object and row", async () => {
  const now = Date.now();
  const id = await finished(await addAccount(db, now), now);
  const row = await readLinkedJob(db, id);
  if (row) await env.RESULTS.delete(resultKey(row));
  const later = now + PLANS.free.retentionHours * HOUR_MS;
  await deleteExpiredResults(env, db, later, 100);
  expect((await readLinkedJob(db, id))?.resultDeletedAt).toBe(later);
});

test("the ledger deletes closed periods, and its sum still equals the used credits", async () => {
  const then = Date.now();
  const accountId = await addAccount(db, then);
  for (let index = 0; index < 3; index++) await addJob(db, accountId, then);
  const later = then + (LIMITS.ledgerDays + 31) * DAY_MS;
  await sweepAt(then + 31 * DAY_MS);
  await addJob(db, accountId, later);
  await sweepAt(later);
  expect(await creditsOf(db, accountId)).toEqual({ used: 1, ledger: 1 });
  const old = and(eq(ledger.accountId, accountId), sql`created_at < ${later}`);
  expect(await db.select().from(ledger).where(old)).toEqual([]);
});

test("a task that fails does not stop the others, and a backlog is handled in bounded steps", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  let rounds = 0;
  await sweep(env, Date.now(), [
    { name: "broken", batch: 1, run: () => Promise.reject(new Error("away")) },
    {
      name: "endless",
      batch: 5,
      run: async () => {
        rounds += 1;
        return 5;
      },
    },
  ]);
  expect(errors).toHaveBeenCalledOnce();
  expect(rounds).toBe(10);
  errors.mockRestore();
});
