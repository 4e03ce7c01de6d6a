import { expect, test } from "vitest";
import { createJob, finishedJob } from "../dev/job-client.ts";
import { newAccount, pages } from "./service.ts";

async function failure(path: string) {
  const account = await newAccount();
  const { jobId } = await createJob(account, { url: pages + path });
  const job = await finishedJob(account, jobId);
  return { status: job.status, code: job.error?.code, result: job.result, credits: job.credits };
}

test.for([
  ["answers 404", "/status/404", "http_error"],
  ["answers 500", "/status/500", "http_error"],
])("a page that %s fails the job with a code of its own", async ([, path = "", code]) => {
  expect(await failure(path)).toMatchObject({ status: "failed", code, result: null, credits: { used: 0 } });
});
