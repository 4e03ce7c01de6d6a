/** `DELETE /jobs/{id}`. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { JobView } from "#contract/job/view.ts";
import { claim } from "#store/jobs/jobs.ts";
import { creditsOf } from "#store/test-account.ts";
import { db, newCaller } from "../test-caller.ts";
import { codeOf, create, finish } from "./test-jobs.ts";

test("canceling a pending job refunds its credit once", async () => {
  const caller = await newCaller();
  const { jobId } = await create(caller);
  const canceled = JobView.parse(await (await caller.call("DELETE", `/jobs/${jobId}`)).json());
  expect(canceled).toMatchObject({ status: "canceled", credits: { used: 0 } });
  await caller.call("DELETE", `/jobs/${jobId}`);
  expect(await creditsOf(db, caller.accountId)).toEqual({ used: 0, ledger: 0 });
});

test("a job that is being rendered cannot be canceled", async () => {
  const caller = await newCaller();
  const { jobId } = await create(caller);
  await claim(db, jobId, Date.now(), 60_000);
  const refused = await caller.call("DELETE", `/jobs/${jobId}`);
  expect(refused.status).toBe(409);
  expect(await codeOf(refused)).toBe("job_processing");
});

test("deleting a finished job deletes its file; the job stays and still counts in the minute", async () => {
  const caller = await newCaller();
  const { jobId } = await create(caller);
  await finish(jobId);
  const deleted = await caller.call("DELETE", `/jobs/${jobId}`);
  expect(JobView.parse(await deleted.json())).toMatchObject({
    message: "The result has expired or was deleted.",
    result: { url: null, expired: true },
  });
  expect(deleted.headers.get("ratelimit")).toContain('"minute";r=4');
  expect((await env.RESULTS.list({ prefix: `results/${jobId}/` })).objects).toEqual([]);
  expect((await caller.call("GET", `/files/${jobId}`)).status).toBe(410);
});
