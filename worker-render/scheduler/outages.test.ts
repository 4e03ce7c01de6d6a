/** While no browser can be started, or R2 takes no results. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { readLinkedJob } from "#store/jobs/jobs.ts";
import { jobs } from "#store/schema.ts";
import { RenderBrowser } from "../browser/render-browser.ts";
import { attempt } from "../job/attempt.ts";
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
    attempt(env, scene.storage, jobId, losses, rendererOf(rendered)),
  );
  for (const { accountId, jobId } of made) await expectEnd(accountId, jobId, "completed");
});

test("while R2 refuses results jobs wait and lose no further attempt, and they continue when R2 takes them", async () => {
  const put = vi.spyOn(env.RESULTS, "put").mockRejectedValue(new Error("R2 refuses"));
  const { accountId, jobId } = await newJob();
  await deliver([messageFor(jobId)]);
  await expect.poll(() => scheduler().health()).toEqual({ state: "down", reason: "storage_unavailable" });
  expect(await statusOf(jobId)).toBe("pending");
  expect(scene.renderings).toBe(1);
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
