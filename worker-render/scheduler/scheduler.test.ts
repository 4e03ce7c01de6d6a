/** Which jobs are rendered, and when. */

import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { NOT_WATCHED } from "#contract/job/scheduling.ts";
import { LIMITS } from "#contract/limits.ts";
import { PLANS } from "#contract/plans.ts";
import { watchPoints } from "#metrics/test-points.ts";
import { cancel, JobRow, readLinkedJob } from "#store/jobs/jobs.ts";
import { addAccount, addJob, creditsOf } from "#store/test-account.ts";
import { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import worker from "../index.ts";
import { attempt, type Produce } from "../job/attempt.ts";
import {
  db,
  deliver,
  expectEnd,
  messageFor,
  newJob,
  QUEUE,
  rendered,
  rendererOf,
  replaceBrowser,
  scene,
  scheduler,
  statusOf,
} from "./test-scene.ts";

replaceBrowser();

test("a message that is delivered many times gives one result and one debit", async () => {
  const { accountId, jobId } = await newJob();
  for (let time = 0; time < 3; time++) {
    expect(await deliver([messageFor(jobId), messageFor(jobId), messageFor(jobId)])).toHaveLength(3);
  }
  await expectEnd(accountId, jobId, "completed");
  await deliver([messageFor(jobId)]);
  expect(scene.renderings).toBe(1);
});

test("malformed messages are dropped, and the other jobs of their batch are rendered", async () => {
  const { accountId, jobId } = await newJob();
  const acks = await deliver([
    { v: 2 },
    "text",
    null,
    { v: 1, jobId },
    messageFor("job_unknown"),
    messageFor(jobId),
  ]);
  expect(acks).toHaveLength(6);
  await expectEnd(accountId, jobId, "completed");
});

test("a job canceled while it waits for a slot is never rendered", async () => {
  const open = Promise.withResolvers<void>();
  scene.produce = async (job, journal) => {
    await open.promise;
    return rendered(job, journal);
  };
  const accountId = await addAccount(db, Date.now());
  const [first, second] = [await addJob(db, accountId, Date.now()), await addJob(db, accountId, Date.now())];
  await deliver([messageFor(first), messageFor(second)]);
  await expect.poll(() => statusOf(first)).toBe("processing");
  expect(await cancel(db, { accountId }, second, Date.now())).toBe(true);
  await scheduler().drop(second);
  open.resolve();
  await expect.poll(() => statusOf(first)).toBe("completed");
  expect(await statusOf(second)).toBe("canceled");
  expect(await creditsOf(db, accountId)).toEqual({ used: 1, ledger: 1 });
  expect(scene.renderings).toBe(1);
});

test("a job that is canceled before it gets a slot stays canceled", async () => {
  const { accountId, jobId } = await newJob();
  await cancel(db, { accountId }, jobId, Date.now());
  await deliver([messageFor(jobId)]);
  await expectEnd(accountId, jobId, "canceled");
});

test("an account never renders more jobs at once than its plan allows", async () => {
  let running = 0;
  let most = 0;
  scene.produce = async (job, journal) => {
    most = Math.max(most, ++running);
    await scheduler().status();
    running -= 1;
    return rendered(job, journal);
  };
  const accountId = await addAccount(db, Date.now());
  const ids = [];
  for (let index = 0; index < PLANS.free.requestsPerMinute; index++) {
    ids.push(await addJob(db, accountId, Date.now()));
  }
  await deliver(ids.map(messageFor));
  for (const id of ids) await expect.poll(() => statusOf(id)).toBe("completed");
  expect(most).toBe(PLANS.free.concurrentJobs);
});

test("a watch resolves to the completed job, and to null after the end or for an unknown job", async () => {
  const { jobId, accountId } = await newJob();
  const settled = scheduler().settled(jobId, accountId, 30_000);
  await deliver([messageFor(jobId)]);
  expect(JobRow.parse(JSON.parse((await settled) ?? ""))).toEqual(await readLinkedJob(db, jobId));
  expect(await scheduler().settled(jobId, accountId, 30_000)).toBeNull();
  expect(await scheduler().settled("job_unknown", accountId, 0)).toBeNull();
});

test("an account has only so many waits at once, and others wait as before", async () => {
  const [busy, other] = [await newJob(), await newJob()];
  const wait = (jobId: string, accountId: string) => scheduler().settled(jobId, accountId, 30_000);
  const waits = Array.from({ length: LIMITS.waitsPerAccount + 1 }, () => wait(busy.jobId, busy.accountId));
  expect(await Promise.race(waits)).toBe(NOT_WATCHED);
  const others = wait(other.jobId, other.accountId);
  await scheduler().drop(busy.jobId);
  expect((await Promise.all(waits)).filter((row) => row === NOT_WATCHED)).toHaveLength(1);
  const later = wait(other.jobId, busy.accountId);
  await scheduler().drop(other.jobId);
  expect(await Promise.all([others, later])).toEqual([null, null]);
});

test("a job shows the stage that its attempt is in", async () => {
  const stages: (string | undefined)[] = [];
  scene.produce = async (job, journal) => {
    stages.push(job.stage);
    journal.enter("navigating");
    await expect.poll(async () => (await readLinkedJob(db, job.id))?.stage).toBe("navigating");
    journal.enter("capturing");
    await expect.poll(async () => (await readLinkedJob(db, job.id))?.stage).toBe("capturing");
    return rendered(job, new Journal(() => undefined));
  };
  const { accountId, jobId } = await newJob();
  await deliver([messageFor(jobId)]);
  await expectEnd(accountId, jobId, "completed");
  expect(stages).toEqual(["starting"]);
  expect((await readLinkedJob(db, jobId))?.stage).toBe("done");
});

test("messages that cannot be handed to the scheduler are retried", async () => {
  const { jobId } = await newJob();
  const batch = createMessageBatch(QUEUE, [
    { id: "m", timestamp: Date.now(), attempts: 3, body: await messageFor(jobId) },
  ]);
  const ctx = createExecutionContext();
  const broken = Object.create(env, {
    SCHEDULER: {
      get: () => {
        throw new Error("away");
      },
    },
  });
  await worker.queue(batch, broken);
  const { retryMessages, explicitAcks } = await getQueueResult(batch, ctx);
  expect(explicitAcks).toEqual([]);
  expect(retryMessages).toMatchObject([{ msgId: "m" }]);
});

test("a dead letter fails a pending job, refunds its credit, and leaves a completed job unchanged", async () => {
  const waiting = await newJob();
  const done = await newJob();
  await deliver([messageFor(done.jobId)]);
  await expectEnd(done.accountId, done.jobId, "completed");
  for (let time = 0; time < 3; time++) {
    expect(
      await deliver([messageFor(waiting.jobId), messageFor(done.jobId)], "platen-jobs-dead"),
    ).toHaveLength(2);
  }
  await expectEnd(waiting.accountId, waiting.jobId, "failed");
  await expectEnd(done.accountId, done.jobId, "completed");
});

test("each attempt is measured by how it ended, and a job's end once", async () => {
  const pointsOf = watchPoints(env.METRICS);
  const completed = await newJob();
  await attempt(env, scene.storage, completed.jobId, 0, rendererOf(rendered));
  expect(pointsOf("job")).toMatchObject([
    {
      outcome: "completed",
      code: "",
      fault: "",
      source: "api",
      tier: "pro",
      attempts: 1,
      bytes: 5,
      pages: 1,
    },
  ]);
  expect(pointsOf("job")).toMatchObject([{ refunded: 0, queueMs: expect.any(Number) }]);

  const failed = await newJob("free");
  const missing: Produce = () => Promise.reject(new PageFault("dns_failed", "navigating"));
  await attempt(env, scene.storage, failed.jobId, 0, rendererOf(missing));
  expect(pointsOf("job").at(-1)).toMatchObject({
    outcome: "failed",
    code: "dns_failed",
    fault: "page",
    stage: "navigating",
    tier: "free",
    refunded: 1,
  });

  const repeated = await newJob();
  const broken: Produce = () => Promise.reject(new Error("a fault of ours"));
  await attempt(env, scene.storage, repeated.jobId, 0, rendererOf(broken));
  expect(pointsOf("retry")).toEqual([{ code: "service_unavailable", stage: "starting", attempts: 1 }]);
  expect(pointsOf("job")).toHaveLength(2);
});
