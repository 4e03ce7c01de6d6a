/** Faults of the page, of the browser and of ours: what is retried, and what fails the job. */
import { env } from "cloudflare:workers";
import { expect, onTestFinished, test, vi } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { readLinkedJob } from "#store/jobs/jobs.ts";
import { readUsage } from "#store/money/usage.ts";
import { addJob } from "#store/test-account.ts";
import { RenderBrowser } from "../browser/render-browser.ts";
import { BrowserLost } from "../fault/browser-lost.ts";
import { PageFault } from "../fault/page-fault.ts";
import { attempt, type Produce, type Renderer } from "../job/attempt.ts";
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
  statusOf,
} from "./test-scene.ts";

replaceBrowser();

test("a fault of the page fails the job at once and refunds the credit", async () => {
  scene.produce = () => Promise.reject(new PageFault("dns_failed", "navigating"));
  const { accountId, jobId } = await newJob();
  await deliver([messageFor(jobId)]);
  await expectEnd(accountId, jobId, "failed");
  expect(scene.renderings).toBe(1);
});

test("after a fault of ours the job is retried, and its reason is visible until then", async () => {
  const reasons: unknown[] = [];
  scene.produce = async (job, journal) => {
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
  scene.produce = () => Promise.reject(new Error("browser gone"));
  const { accountId, jobId } = await newJob();
  await deliver([messageFor(jobId)]);
  await expectEnd(accountId, jobId, "failed");
  expect(scene.renderings).toBe(LIMITS.attempts);
  expect((await readLinkedJob(db, jobId))?.errorCode).toBe("service_unavailable");
});

/** Loses a browser in each of the first `times` attempts. */
function losing(times: number): Produce {
  return async (job, journal) => {
    if (scene.renderings <= times) throw new BrowserLost("silent");
    return rendered(job, journal);
  };
}

test("a job whose browser is lost is retried, and the loss does not count as an attempt", async () => {
  scene.produce = losing(LIMITS.losses - 1);
  const { accountId, jobId } = await newJob();
  await deliver([messageFor(jobId)]);
  await expectEnd(accountId, jobId, "completed");
  const losses = vi.mocked(RenderBrowser.prototype.render).mock.calls.map(([, count]) => count);
  expect(losses).toEqual(Array.from({ length: LIMITS.losses }, (_, index) => index));
});

test("a job that loses every browser fails with service_unavailable, not with a fault of the page", async () => {
  scene.produce = losing(Number.POSITIVE_INFINITY);
  const { accountId, jobId } = await newJob();
  await deliver([messageFor(jobId)]);
  await expectEnd(accountId, jobId, "failed");
  expect(scene.renderings).toBe(LIMITS.losses);
  expect((await readLinkedJob(db, jobId))?.errorCode).toBe("service_unavailable");
});

test("after a job has crashed a browser of its own, its account's next jobs are rendered apart from others", async () => {
  scene.produce = losing(3);
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
    scene.produce = async (job, journal) => {
      scene.browserResponds = scene.renderings > 1;
      if (!scene.browserResponds) throw new PageFault(code, "preparing");
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
    scene.produce = () => Promise.reject(new PageFault(code, "preparing"));
    const { accountId, jobId } = await newJob();
    await deliver([messageFor(jobId)]);
    await expectEnd(accountId, jobId, "failed");
    expect(scene.renderings).toBe(2);
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
    await attempt(
      env,
      scene.storage,
      crashing.jobId,
      0,
      failAfter(ms, new PageFault("page_crashed", "preparing")),
    );
  }
  await expectEnd(crashing.accountId, crashing.jobId, "failed");
  expect((await readUsage(db, crashing, Date.now()))?.failedRenderMs).toBe(3_000);

  const unlucky = await newJob();
  await attempt(
    env,
    scene.storage,
    unlucky.jobId,
    LIMITS.losses - 1,
    failAfter(1_000, new BrowserLost("silent")),
  );
  await expectEnd(unlucky.accountId, unlucky.jobId, "failed");
  expect((await readUsage(db, unlucky, Date.now()))?.failedRenderMs).toBe(0);
});

test("a page that crashed once is rendered in the second attempt", async () => {
  scene.produce = async (job, journal) => {
    if (scene.renderings === 1) throw new PageFault("page_crashed", "preparing");
    return rendered(job, journal);
  };
  const { accountId, jobId } = await newJob();
  await deliver([messageFor(jobId)]);
  await expectEnd(accountId, jobId, "completed");
});
