/** Deletes jobs of the caller with their files. */
import type { Context } from "hono";
import { isFinal } from "#contract/job/state.ts";
import type { JobsDeleted } from "#contract/job/view.ts";
import { recordEnd } from "#metrics/record-end.ts";
import { type DeletableJob, markJobsDeleted, readDeletable } from "#store/jobs/deletion.ts";
import { cancel } from "#store/jobs/jobs.ts";
import { deleteResults } from "#store/jobs/results.ts";
import { fromStorage } from "../files/storage.ts";
import type { AppEnv } from "../http/app-env.ts";
import { dropFromQueue } from "./drop-from-queue.ts";
import { deleteInput } from "./page.ts";

/** Cancels a pending job. An attempt may have claimed it meanwhile. */
async function cancelPending(c: Context<AppEnv>, job: DeletableJob): Promise<void> {
  const { id, status, input } = job;
  const now = Date.now();
  if (status !== "pending" || !(await cancel(c.var.db, c.var.owner, id, now))) return;
  recordEnd(c.env.METRICS, job, { outcome: "canceled" }, now);
  c.executionCtx.waitUntil(dropFromQueue(c, job));
  if (input !== "url") c.executionCtx.waitUntil(deleteInput(c.env, id));
}

/** Jobs that are being rendered stay. */
export async function deleteJobs(c: Context<AppEnv>, ids: readonly string[]): Promise<JobsDeleted> {
  const { db, owner } = c.var;
  const found = await readDeletable(db, owner, ids);
  const isPending = found.some(({ status }) => status === "pending");
  await Promise.all(found.map((job) => cancelPending(c, job)));
  const latest = isPending ? await readDeletable(db, owner, ids) : found;
  const final = latest.filter(({ status }) => isFinal(status));
  const stored = final.filter(({ status }) => status === "completed");
  await fromStorage(() => deleteResults(c.env.RESULTS, stored));
  const deleted = final.map(({ id }) => id);
  await markJobsDeleted(db, owner, deleted, Date.now());
  return { deleted, kept: latest.filter(({ status }) => !isFinal(status)).map(({ id }) => id) };
}
