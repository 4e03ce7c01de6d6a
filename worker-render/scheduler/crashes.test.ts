/** Evictions and crashes at every step of an attempt. */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { claim, readLinkedJob } from "#store/jobs/jobs.ts";
import { resultKey } from "#store/jobs/results.ts";
import { jobs } from "#store/schema.ts";
import { creditsOf } from "#store/test-account.ts";
import { attempt, LEASE_MS, type Produce } from "../job/attempt.ts";
import type { Scheduler } from "./scheduler.ts";
import {
  db,
  deliver,
  expectEnd,
  messageFor,
  newJob,
  rendered,
  rendererOf,
  replaceBrowser,
  scene,
  scheduler,
  statusOf,
} from "./test-scene.ts";

replaceBrowser();

test("an eviction during a rendering loses neither the job nor its slot", async () => {
  const never = Promise.withResolvers<void>();
  scene.produce = async (job, journal) => {
    if (job.attempts === 1) await never.promise;
    return rendered(job, journal);
  };
  const { accountId, jobId } = await newJob();
  await deliver([messageFor(jobId)]);
  await expect.poll(() => statusOf(jobId)).toBe("processing");
  await runInDurableObject(scheduler(), (_, { storage }) => {
    // As after a crash: the row is there, but no instance waits for its outcome.
    storage.sql.exec("update running set turn = turn + 1000000");
  });
  await runInDurableObject<Scheduler, void>(scheduler(), (instance) => instance.alarm());
  await expect.poll(() => statusOf(jobId)).toBe("completed");
  never.resolve();
  // The late attempt also stores its file before it finds that its lease is lost.
  await Promise.all(scene.attempts);
  await expectEnd(accountId, jobId, "completed");
});

test("a crash between the job's completion and its report to the scheduler frees the slot", async () => {
  const { accountId, jobId } = await newJob();
  await attempt(env, scene.storage, jobId, 0, rendererOf(rendered));
  await runInDurableObject(scheduler(), (_, { storage }) => {
    const row = [jobId, accountId, Date.now() + LEASE_MS];
    storage.sql.exec(
      "insert into running (job_id, account_id, tier, place, tries, session, turn, lease_until) values (?, ?, 'pro', 1, 1, 'browser-0', 999999, ?)",
      ...row,
    );
  });
  expect((await scheduler().status()).running).toBe(1);
  await runInDurableObject<Scheduler, void>(scheduler(), (instance) => instance.alarm());
  await expectEnd(accountId, jobId, "completed");
});

test("an evicted scheduler continues with its queue", async () => {
  const { accountId, jobId } = await newJob();
  await runInDurableObject(scheduler(), (_, { storage }) => {
    storage.sql.exec("insert into waiting values (?, ?, 'pro', 1, 0, 0, 0)", jobId, accountId);
    storage.sql.exec("insert into lines values ('pro', ?, 1, 1, 1)", accountId);
  });
  await evictDurableObject(scheduler());
  await scheduler().status();
  await runDurableObjectAlarm(scheduler());
  await expectEnd(accountId, jobId, "completed");
});

test("an attempt that has lost its lease can neither complete the job nor leave a second result", async () => {
  const { accountId, jobId } = await newJob();
  const slow = Promise.withResolvers<void>();
  const produceSlowly: Produce = async (job, journal) => {
    await slow.promise;
    return rendered(job, journal);
  };
  const late = attempt(env, scene.storage, jobId, 0, rendererOf(produceSlowly));
  await expect.poll(() => statusOf(jobId)).toBe("processing");
  await db.update(jobs).set({ status: "pending", lease: null }).where(eq(jobs.id, jobId));
  expect(await attempt(env, scene.storage, jobId, 0, rendererOf(rendered))).toMatchObject({
    kind: "completed",
  });
  slow.resolve();
  expect(await late).toEqual({ kind: "final" });
  await expectEnd(accountId, jobId, "completed");
  const row = await readLinkedJob(db, jobId);
  expect(row && (await env.RESULTS.head(resultKey(row)))).not.toBeNull();
});

test("after a crash between storing the file and completing the job, there is one result", async () => {
  const { accountId, jobId } = await newJob();
  const crashed = await claim(db, jobId, Date.now() - 2 * LEASE_MS, LEASE_MS);
  if (!crashed) throw new Error("not pending");
  await env.RESULTS.put(resultKey(crashed), "half");
  await db.update(jobs).set({ status: "pending", lease: null }).where(eq(jobs.id, jobId));
  await deliver([messageFor(jobId)]);
  await expect.poll(() => statusOf(jobId)).toBe("completed");
  expect(await creditsOf(db, accountId)).toEqual({ used: 1, ledger: 1 });
});
