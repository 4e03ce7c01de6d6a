/** Jobs through the queue, the real Scheduler and real attempts, with a browser that a test makes up. */

import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { type JobMessage, SCHEDULER_NAME } from "#contract/job/scheduling.ts";
import { openDb } from "#store/db.ts";
import { readLinkedJob } from "#store/jobs/jobs.ts";
import { addAccount, addJob, creditsOf } from "#store/test-account.ts";
import { RenderBrowser } from "../browser/render-browser.ts";
import worker from "../index.ts";
import { attempt, type Produce, type Renderer } from "../job/attempt.ts";
import type { Outcome } from "../job/outcome.ts";
import { ResultStorage } from "../job/result-storage.ts";

export const db = openDb(env.DB);

export const QUEUE = "platen-jobs";

async function* file() {
  yield new TextEncoder().encode("%PDF-");
}

export const rendered: Produce = async (_, journal) => {
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

/** What the scheduler's tests replace and watch. */
export const scene = newScene();

function newScene() {
  /** All attempts of a test, in the order in which they began. */
  const attempts: Promise<Outcome>[] = [];
  /** The browser's part of an attempt. A test may replace it. */
  const produce: Produce = rendered;
  const storage = new ResultStorage(env.RESULTS);
  return { attempts, produce, storage, renderings: 0, browserResponds: true };
}

/** Before each test of the calling file: a new scene. The browser is replaced by the one of the scene. */
export function replaceBrowser(): void {
  beforeEach(() => {
    Object.assign(scene, newScene());
    // The claim, the storage and the end of an attempt are real.
    vi.spyOn(RenderBrowser.prototype, "render").mockImplementation((jobId, losses): Promise<Outcome> => {
      const begun = attempt(env, scene.storage, jobId, losses, {
        produce: (job, journal) => {
          scene.renderings += 1;
          return scene.produce(job, journal);
        },
        isAlive: async () => scene.browserResponds,
      });
      scene.attempts.push(begun);
      return begun;
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
}

export function rendererOf(produce: Produce): Renderer {
  return { produce, isAlive: async () => scene.browserResponds };
}

export function scheduler() {
  return env.SCHEDULER.getByName(SCHEDULER_NAME);
}

/** Sends messages to the queue's consumer as one batch. Returns the ids of the acknowledged messages. */
export async function deliver(contents: unknown[], queue = QUEUE, attempts = 1): Promise<string[]> {
  const bodies = await Promise.all(contents);
  const messages = bodies.map((body, index) => ({ id: `m${index}`, timestamp: Date.now(), attempts, body }));
  const batch = createMessageBatch(queue, messages);
  const ctx = createExecutionContext();
  await worker.queue(batch, env);
  return (await getQueueResult(batch, ctx)).explicitAcks;
}

export async function messageFor(jobId: string): Promise<JobMessage> {
  const { accountId = "acc_none", tier = "pro" } = (await readLinkedJob(db, jobId)) ?? {};
  return { v: 1, jobId, accountId, tier };
}

export async function newJob(tier: "free" | "starter" | "pro" = "pro") {
  const accountId = await addAccount(db, Date.now(), { tier });
  return { accountId, jobId: await addJob(db, accountId, Date.now()) };
}

export async function statusOf(jobId: string) {
  return (await readLinkedJob(db, jobId))?.status;
}

/** A completed job has one result and one debit, any other ended job has neither. The ledger agrees with the credits. */
export async function expectEnd(
  accountId: string,
  jobId: string,
  status: "completed" | "failed" | "canceled",
) {
  await expect.poll(() => statusOf(jobId)).toBe(status);
  const kept = status === "completed" ? 1 : 0;
  expect(await creditsOf(db, accountId)).toEqual({ used: kept, ledger: kept });
  const { objects } = await env.RESULTS.list({ prefix: `results/${jobId}/` });
  expect(objects).toHaveLength(kept);
  await expect.poll(async () => (await scheduler().status()).running).toBe(0);
}
