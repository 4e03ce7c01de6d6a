import {
  createExecutionContext,
  createMessageBatch,
  evictDurableObject,
  getQueueResult,
  runDurableObjectAlarm,
  runInDurableObject,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { type JobMessage, NOT_WATCHED, SCHEDULER_NAME } from "#contract/job/scheduling.ts";
import { LIMITS } from "#contract/limits.ts";
import { PLANS } from "#contract/plans.ts";
import { watchPoints } from "#metrics/test-points.ts";
import { openDb } from "#store/db.ts";
import { cancel, claim, JobRow, readLinkedJob } from "#store/jobs/jobs.ts";
import { resultKey } from "#store/jobs/results.ts";
import { readUsage } from "#store/money/usage.ts";
import { jobs } from "#store/schema.ts";
import { addAccount, addJob, creditsOf } from "#store/test-account.ts";
import { RenderBrowser } from "../browser/render-browser.ts";
import { BrowserLost } from "../fault/browser-lost.ts";
import { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import worker from "../index.ts";
import { attempt, LEASE_MS, type Produce, type Renderer } from "../job/attempt.ts";
import type { Outcome } from "../job/outcome.ts";
import { ResultStorage } from "../job/result-storage.ts";
import type { Scheduler } from "./scheduler.ts";

const db = openDb(env.DB);
const QUEUE = "platen-jobs";

async function* file() {
  yield new TextEncoder().encode("%PDF-");
}

const rendered: Produce = async (_, journal) => {
  journal.enter("navigating");
  journal.enter("capturing");
  return {
    type: "pdf",
    parts: file(),
    facts: { pages: 1, truncated: false },
    title: "A page",
    done: () => undefined,
  };
};

/** The browser's part of an attempt. A test may replace it. */
let produce: Produce = rendered;
let renderings = 0;
let storage = new ResultStorage(env.RESULTS);
let browserResponds = true;
/** All attempts of a test, in the order in which they began. */
let attempts: Promise<Outcome>[] = [];

beforeEach(() => {
  produce = rendered;
  renderings = 0;
  storage = new ResultStorage(env.RESULTS);
  browserResponds = true;
  attempts = [];
  // Only the browser is replaced. The claim, the storage and the end of an attempt are real.
  vi.spyOn(RenderBrowser.prototype, "render").mockImplementation((jobId, losses): Promise<Outcome> => {
    const begun = attempt(env, storage, jobId, losses, {
      produce: (job, journal) => {
        renderings += 1;
        return produce(job, journal);
      },
      isAlive: async () => browserResponds,
    });
    attempts.push(begun);
    return begun;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

function rendererOf(produce: Produce): Renderer {
  return { produce, isAlive: async () => browserResponds };
}

function scheduler() {
  return env.SCHEDULER.getByName(SCHEDULER_NAME);
}

/** Sends messages to the queue's consumer as one batch. Returns the ids of the acknowledged messages. */
async function deliver(contents: unknown[], queue = QUEUE, attempts = 1): Promise<string[]> {
  const bodies = await Promise.all(contents);
  const messages = bodies.map((body, index) => ({ id: `m${index}`, timestamp: Date.now(), attempts, body }));
  const batch = createMessageBatch(queue, messages);
  const ctx = createExecutionContext();
  await worker.queue(batch, env);
  return (await getQueueResult(batch, ctx)).explicitAcks;
}

async function messageFor(jobId: string): Promise<JobMessage> {
  const { accountId = "acc_none", tier = "pro" } = (await readLinkedJob(db, jobId)) ?? {};
  return { v: 1, jobId, accountId, tier };
}

async function newJob(tier: "free" | "starter" | "pro" = "pro") {
  const accountId = await addAccount(db, Date.now(), { tier });
  return { accountId, jobId: await addJob(db, accountId, Date.now()) };
}

async function statusOf(jobId: string) {
  return (await readLinkedJob(db, jobId))?.status;
}

/** A completed job has one result and one debit, any other ended job has neither. The ledger agrees with the credits. */
async function expectEnd(accountId: string, jobId: string, status: "completed" | "failed" | "canceled") {
  await expect.poll(() => statusOf(jobId)).toBe(status);
  const kept = status === "completed" ? 1 : 0;
  expect(await creditsOf(db, accountId)).toEqual({ used: kept, ledger: kept });
  const { objects } = await env.RESULTS.list({ prefix: `results/${jobId}/` });
  expect(objects).toHaveLength(kept);
  await expect.poll(async () => (await scheduler().status()).running).toBe(0);
}

test("a message that is delivered many times gives one result and one debit", async () => {
  const { accountId, jobId } = await newJob();
  for (let time = 0; time < 3; time++) {
    expect(await deliver([messageFor(jobId), messageFor(jobId), messageFor(jobId)])).toHaveLength(3);
  }
  await expectEnd(accountId, jobId, "completed");
  await deliver([messageFor(jobId)]);
  expect(renderings).toBe(1);
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

test("a fault of the page fails the job at once and refunds the credit", async () => {
  produce = () => Promise.reject(new PageFault("dns_failed", "navigating"));
  const { accountId, jobId } = await newJob();
  await deliver([messageFor(jobId)]);
  await expectEnd(accountId, jobId, "failed");
  expect(renderings).toBe(1);
});

test("after a fault of ours the job is retried, and its reason is visible until then", async () => {
  const reasons: unknown[] = [];
  produce = async (job, journal) => {
    reasons.push(job.errorCode);
    if (job.attempts < 3) throw new Error("browser gone");
    return rendered(job, journal);
  };
  const { accountId, jobId } = await newJob();
  await deliver([messageFor(jobId)]);
  await expectEnd(accountId, jobId, "completed");
  expect(reasons).toEqual([null, "service_unavailable", "service_unavailable"]);
});

test("a job that meets a fault of ours in every attempt fails after the last one", async () => {
  produce = () => Promise.reject(new Error("browser gone"));
  const { accountId, jobId } = await newJob();
  await deliver([messageFor(jobId)]);
  await expectEnd(accountId, jobId, "failed");
  expect(renderings).toBe(LIMITS.attempts);
  expect((await readLinkedJob(db, jobId))?.errorCode).toBe("service_unavailable");
});

/** Loses a browser in each of the first `times` attempts. */
function losing(times: number): Produce {
  return async (job, journal) => {
    if (renderings <= times) throw new BrowserLost("silent");
    return rendered(job, journal);
  };
}

test("a job whose browser is lost is retried, and the loss does not count as an attempt", async () => {
  produce = losing(LIMITS.losses - 1);
  const { accountId, jobId } = await newJob();
  await deliver([messageFor(jobId)]);
  await expectEnd(accountId, jobId, "completed");
  const losses = vi.mocked(RenderBrowser.prototype.render).mock.calls.map(([, count]) => count);
  expect(losses).toEqual(Array.from({ length: LIMITS.losses }, (_, index) => index));
});

test("a job that loses every browser fails with service_unavailable, not with a fault of the page", async () => {
  produce = losing(Number.POSITIVE_INFINITY);
  const { accountId, jobId } = await newJob();
  await deliver([messageFor(jobId)]);
  await expectEnd(accountId, jobId, "failed");
  expect(renderings).toBe(LIMITS.losses);
  expect((await readLinkedJob(db, jobId))?.errorCode).toBe("service_unavailable");
});

test("after a job has crashed a browser of its own, its account's next jobs are rendered apart from others", async () => {
  produce = losing(3);
  const { accountId, jobId } = await newJob();
  await deliver([messageFor(jobId)]);
  await expectEnd(accountId, jobId, "completed");
  const [next, other] = [await addJob(db, accountId, Date.now()), await newJob()];
  await deliver([messageFor(next), messageFor(other.jobId)]);
  await expect.poll(() => statusOf(next)).toBe("completed");
  await expectEnd(other.accountId, other.jobId, "completed");
  const calls = vi.mocked(RenderBrowser.prototype.render).mock.calls;
  const isolated = (id: string) => calls.filter(([job]) => job === id).map((call) => call[2]);
  expect([isolated(jobId), isolated(next), isolated(other.jobId)]).toEqual([
    [false, false, true, true],
    [true],
    [false],
  ]);
});

test.for(["page_timeout", "print_timeout", "page_crashed", "capture_failed"] as const)(
  "%s is not the page's fault if the browser does not respond",
  async (code) => {
    produce = async (job, journal) => {
      browserResponds = renderings > 1;
      if (!browserResponds) throw new PageFault(code, "preparing");
      return rendered(job, journal);
    };
    const { accountId, jobId } = await newJob();
    await deliver([messageFor(jobId)]);
    await expectEnd(accountId, jobId, "completed");
  },
);

test.for(["page_crashed", "capture_failed"] as const)(
  "%s counts as the page's fault when it happens a second time",
  async (code) => {
    produce = () => Promise.reject(new PageFault(code, "preparing"));
    const { accountId, jobId } = await newJob();
    await deliver([messageFor(jobId)]);
    await expectEnd(accountId, jobId, "failed");
    expect(renderings).toBe(2);
    expect((await readLinkedJob(db, jobId))?.errorCode).toBe(code);
  },
);

test("the time of attempts that a page ended counts for its account, the time of a lost browser does not", async () => {
  vi.setSystemTime(Date.now());
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const failAfter = (ms: number, fault: Error): Renderer =>
    rendererOf(() => {
      vi.setSystemTime(Date.now() + ms);
      return Promise.reject(fault);
    });
  const crashing = await newJob();
  for (const ms of [1_000, 2_000]) {
    await attempt(env, storage, crashing.jobId, 0, failAfter(ms, new PageFault("page_crashed", "preparing")));
  }
  await expectEnd(crashing.accountId, crashing.jobId, "failed");
  expect((await readUsage(db, crashing, Date.now()))?.failedRenderMs).toBe(3_000);

  const unlucky = await newJob();
  await attempt(env, storage, unlucky.jobId, LIMITS.losses - 1, failAfter(1_000, new BrowserLost("silent")));
  await expectEnd(unlucky.accountId, unlucky.jobId, "failed");
  expect((await readUsage(db, unlucky, Date.now()))?.failedRenderMs).toBe(0);
});

test("a page that crashed once is rendered in the second attempt", async () => {
  produce = async (job, journal) => {
    if (renderings === 1) throw new PageFault("page_crashed", "preparing");
    return rendered(job, journal);
  };
  const { accountId, jobId } = await newJob();
  await deliver([messageFor(jobId)]);
  await expectEnd(accountId, jobId, "completed");
});

/** Sets the state in which no browser could be started for so many minutes. */
async function downFor(minutes: number): Promise<void> {
  vi.mocked(RenderBrowser.prototype.render).mockResolvedValue({
    kind: "busy",
    reason: "browser_start_failed",
  });
  await runInDurableObject(scheduler(), (_, { storage }) => {
    storage.kv.put("downSince", Date.now() - minutes * 60_000);
  });
}

test("while no browser can be started jobs wait, and they continue with the first that starts", async () => {
  vi.mocked(RenderBrowser.prototype.render).mockResolvedValue({
    kind: "busy",
    reason: "browser_start_failed",
  });
  const made = await Promise.all(Array.from({ length: 5 }, () => newJob()));
  await deliver(made.map(({ jobId }) => messageFor(jobId)));
  await expect.poll(() => scheduler().health()).toEqual({ state: "down", reason: "browser_start_failed" });
  for (const { jobId } of made) expect(await statusOf(jobId)).toBe("pending");
  vi.mocked(RenderBrowser.prototype.render).mockImplementation((jobId, losses) =>
    attempt(env, storage, jobId, losses, rendererOf(rendered)),
  );
  for (const { accountId, jobId } of made) await expectEnd(accountId, jobId, "completed");
});

test("while R2 refuses results jobs wait and lose no further attempt, and they continue when R2 takes them", async () => {
  const put = vi.spyOn(env.RESULTS, "put").mockRejectedValue(new Error("R2 refuses"));
  const { accountId, jobId } = await newJob();
  await deliver([messageFor(jobId)]);
  await expect.poll(() => scheduler().health()).toEqual({ state: "down", reason: "storage_unavailable" });
  expect(await statusOf(jobId)).toBe("pending");
  expect(renderings).toBe(1);
  put.mockRestore();
  await expectEnd(accountId, jobId, "completed");
  expect((await readLinkedJob(db, jobId))?.attempts).toBe(2);
});

test("jobs that waited too long while no browser could be started fail, and their credit is refunded", async () => {
  const old = await newJob();
  const recent = await newJob();
  const createdAt = Date.now() - (LIMITS.noBrowserMinutes + 1) * 60_000;
  await db.update(jobs).set({ createdAt }).where(eq(jobs.id, old.jobId));
  await downFor(LIMITS.noBrowserMinutes + 1);
  await deliver([messageFor(old.jobId), messageFor(recent.jobId)]);
  await runInDurableObject<Scheduler, void>(scheduler(), (instance) => instance.alarm());
  await expectEnd(old.accountId, old.jobId, "failed");
  expect((await readLinkedJob(db, old.jobId))?.errorCode).toBe("service_unavailable");
  expect(await statusOf(recent.jobId)).toBe("pending");
});

test("a job that finds no room for a browser loses no attempt", async () => {
  vi.mocked(RenderBrowser.prototype.render).mockResolvedValueOnce({ kind: "busy", reason: "no_room" });
  const { accountId, jobId } = await newJob();
  await deliver([messageFor(jobId)]);
  await expectEnd(accountId, jobId, "completed");
  expect((await readLinkedJob(db, jobId))?.attempts).toBe(1);
});

test("a job canceled while it waits for a slot is never rendered", async () => {
  const open = Promise.withResolvers<void>();
  produce = async (job, journal) => {
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
  expect(renderings).toBe(1);
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
  produce = async (job, journal) => {
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

test("an eviction during a rendering loses neither the job nor its slot", async () => {
  const never = Promise.withResolvers<void>();
  produce = async (job, journal) => {
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
  await Promise.all(attempts);
  await expectEnd(accountId, jobId, "completed");
});

test("a crash between the job's completion and its report to the scheduler frees the slot", async () => {
  const { accountId, jobId } = await newJob();
  await attempt(env, storage, jobId, 0, rendererOf(rendered));
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
  const late = attempt(env, storage, jobId, 0, rendererOf(produceSlowly));
  await expect.poll(() => statusOf(jobId)).toBe("processing");
  await db.update(jobs).set({ status: "pending", lease: null }).where(eq(jobs.id, jobId));
  expect(await attempt(env, storage, jobId, 0, rendererOf(rendered))).toMatchObject({ kind: "completed" });
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

test("a job shows the stage that its attempt is in", async () => {
  const stages: (string | undefined)[] = [];
  produce = async (job, journal) => {
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

test("each attempt is measured by how it ended, and a job's end once", async () => {
  const pointsOf = watchPoints(env.METRICS);
  const completed = await newJob();
  await attempt(env, storage, completed.jobId, 0, rendererOf(rendered));
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
  await attempt(env, storage, failed.jobId, 0, rendererOf(missing));
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
  await attempt(env, storage, repeated.jobId, 0, rendererOf(broken));
  expect(pointsOf("retry")).toEqual([{ code: "service_unavailable", stage: "starting", attempts: 1 }]);
  expect(pointsOf("job")).toHaveLength(2);
});
