import { expect, test } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { createJob, finishedJob } from "../dev/job-client.ts";
import { newAccount, pages } from "./service.ts";

async function failure(path: string) {
  const account = await newAccount();
  const { jobId } = await createJob(account, { url: pages + path });
  const job = await finishedJob(account, jobId);
  return { status: job.status, code: job.error?.code, result: job.result, remaining: job.credits };
}

test.for([
  ["answers 404", "/status/404", "http_error"],
  ["answers 500", "/status/500", "http_error"],
  ["drops the connection", "/broken", "connection_failed"],
  ["is a download", "/download", "not_a_page"],
  ["redirects in a loop", "/loop", "redirect_loop"],
])("a page that %s fails the job with a code of its own", async ([, path = "", code]) => {
  expect(await failure(path)).toMatchObject({ status: "failed", code, result: null, remaining: { used: 0 } });
});

test("a page that never answers fails the job within the budget", {
  timeout: LIMITS.renderBudgetMs * 3,
}, async () => {
  expect(await failure("/silent")).toMatchObject({ status: "failed", code: "page_timeout", result: null });
});
