/** The pages of `GET /jobs`. */
import { expect, test } from "vitest";
import { JobList, JobView } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { readLinkedJob } from "#store/jobs/jobs.ts";
import { db, newCaller } from "../test-caller.ts";
import { create, finish } from "./test-jobs.ts";

test("the pages of the list go from newest to oldest without gaps or duplicates", async () => {
  const caller = await newCaller({ tier: "pro" });
  const ids: string[] = [];
  for (let index = 0; index < 7; index++) ids.unshift((await create(caller)).jobId);
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const response: Response = await caller.call("GET", `/jobs?limit=3${cursor && `&cursor=${cursor}`}`);
    const page = JobList.parse(await response.json());
    seen.push(...page.jobs.map((job) => job.jobId));
    cursor = page.nextCursor;
  }
  expect(seen).toHaveLength(ids.length);
  expect(new Set(seen)).toEqual(new Set(ids));
  const rows = await Promise.all(seen.map((id) => readLinkedJob(db, id)));
  const times = rows.map((row) => row?.createdAt ?? 0);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});

test("the list leaves out the long styles and scripts of a job, which the job itself shows", async () => {
  const caller = await newCaller({ tier: "pro" });
  const css = ["p {}".padEnd(LIMITS.cssChars)];
  const { jobId } = await create(caller, { options: { css, formFactor: "mobile" } });
  const { jobs: listed } = JobList.parse(await (await caller.call("GET", "/jobs")).json());
  expect(listed[0]?.options).toMatchObject({ formFactor: "mobile" });
  expect(listed[0]?.options.css).toBeUndefined();
  const job = JobView.parse(await (await caller.call("GET", `/jobs/${jobId}`)).json());
  expect(job.options.css).toEqual(css);
});

test("the list filters by status and type, across pages", async () => {
  const caller = await newCaller({ tier: "pro" });
  const pdf = await create(caller);
  const shot = await create(caller, { options: { outputType: "screenshot" } });
  const done = await create(caller);
  await finish(done.jobId);
  const idsOf = async (query: string) => {
    const { jobs: found } = JobList.parse(await (await caller.call("GET", `/jobs?${query}`)).json());
    return found.map((job) => job.jobId);
  };
  expect(await idsOf("status=completed")).toEqual([done.jobId]);
  expect(await idsOf("outputType=screenshot")).toEqual([shot.jobId]);
  expect(await idsOf("status=pending&outputType=pdf")).toEqual([pdf.jobId]);
  expect(new Set(await idsOf("status=pending"))).toEqual(new Set([pdf.jobId, shot.jobId]));
});

test.each(["cursor=abc", "limit=0", `limit=${LIMITS.jobsPerPage + 1}`, "status=lost", "page=2"])(
  "a list with %s is refused",
  async (query) => {
    const caller = await newCaller();
    expect((await caller.call("GET", `/jobs?${query}`)).status).toBe(400);
  },
);
