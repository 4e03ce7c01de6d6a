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

test("a page that never answers fails the job within the budget", {
  timeout: LIMITS.renderBudgetMs * 3,
}, async () => {
  expect(await failure("/silent")).toMatchObject({ status: "failed", code: "page_timeout", result: null });
});
