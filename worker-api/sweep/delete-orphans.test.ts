import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { claim, complete, fail, release } from "#store/jobs/jobs.ts";
import { resultKey, thumbnailKey } from "#store/jobs/results.ts";
import { jobs } from "#store/schema.ts";
import { addAccount, addJob } from "#store/test-account.ts";
import { db, sweepAt } from "../test-caller.ts";
import { deleteOrphans } from "./delete-orphans.ts";

const DAY_MS = 86_400_000;
const LATER = () => Date.now() + DAY_MS + 1_000;

async function exists(key: string): Promise<boolean> {
  return (await env.RESULTS.head(key)) !== null;
}

/** A job of a plan that keeps results for a month, with the file of its first attempt. */
async function attempted() {
  const now = Date.now();
  const id = await addJob(db, await addAccount(db, now, { tier: "pro" }), now);
  const job = await claim(db, id, now, 60_000);
  if (!job) throw new Error("not pending");
  await env.RESULTS.put(resultKey(job), "bytes");
  return { job, key: resultKey(job) };
}

const result = { type: "pdf", bytes: 5, pages: 1, truncated: false, filename: "a.pdf" } as const;
const fault = { code: "service_unavailable", message: "m", stage: "storing" } as const;

test("a file that an attempt stores after its job's row is gone is deleted after a day, not before", async () => {
  const { job, key } = await attempted();
  await db.delete(jobs).where(eq(jobs.id, job.id));
  await sweepAt(Date.now());
  expect(await exists(key)).toBe(true);
  await sweepAt(LATER());
  expect(await exists(key)).toBe(false);
});

test("results of completed jobs and files of unfinished jobs stay", async () => {
  const [done, running] = [await attempted(), await attempted()];
  await complete(db, done.job, Date.now(), result, [], {});
  await deleteOrphans(env, db, LATER(), 1_000);
  expect(await exists(done.key)).toBe(true);
  expect(await exists(running.key)).toBe(true);
});

test("files of failed jobs, of earlier attempts and of deleted results go", async () => {
  const [failed, repeated, removed] = [await attempted(), await attempted(), await attempted()];
  await fail(db, failed.job, Date.now(), fault);
  await release(db, repeated.job, fault);
  const second = await claim(db, repeated.job.id, Date.now(), 60_000);
  if (!second) throw new Error("not pending");
  await env.RESULTS.put(resultKey(second), "bytes");
  await complete(db, second, Date.now(), result, [], {});
  await complete(db, removed.job, Date.now(), result, [], {});
  await db.update(jobs).set({ resultDeletedAt: Date.now() }).where(eq(jobs.id, removed.job.id));
  await deleteOrphans(env, db, LATER(), 1_000);
  for (const { key } of [failed, repeated, removed]) expect(await exists(key)).toBe(false);
  expect(await exists(resultKey(second))).toBe(true);
});

test("a thumbnail stays and goes with the result of its attempt", async () => {
  const [done, failed] = [await attempted(), await attempted()];
  for (const { job } of [done, failed]) await env.RESULTS.put(thumbnailKey(job), "small");
  await complete(db, done.job, Date.now(), result, [], {});
  await fail(db, failed.job, Date.now(), fault);
  await deleteOrphans(env, db, LATER(), 1_000);
  expect(await exists(thumbnailKey(done.job))).toBe(true);
  expect(await exists(thumbnailKey(failed.job))).toBe(false);
});

test("a large bucket is walked page by page, one page in each run", async () => {
  const keys = Array.from({ length: 7 }, (_, index) => `results/job_gone${index}/1`);
  for (const key of [...keys, "results/unreadable"]) await env.RESULTS.put(key, "bytes");
  const left = async () => (await Promise.all(keys.map(exists))).filter(Boolean).length;
  const { objects } = await env.RESULTS.list({ prefix: "results/" });
  await deleteOrphans(env, db, LATER(), 2);
  expect(await left()).toBeGreaterThanOrEqual(5);
  for (let run = 0; run <= objects.length; run += 1) await deleteOrphans(env, db, LATER(), 2);
  expect(await left()).toBe(0);
  expect(await exists("results/unreadable")).toBe(false);
});
