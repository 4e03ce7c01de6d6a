import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { JobRecord } from "./audit.ts";
import { describeBlamed, retirements, roundReports } from "./figures.ts";

test("retired browsers are counted by reason, and other lines of the log are ignored", async () => {
  const folder = await mkdtemp(join(tmpdir(), "platen-"));
  const log = join(folder, "service.log");
  const retired = (reason: string) => JSON.stringify({ event: "browser_retired", reason, jobs: 3 });
  await writeFile(
    log,
    [
      retired("idle"),
      'cut off: {"event":"browser_retired"',
      "",
      '{"sweep":"x"}',
      retired("silent"),
      retired("idle"),
    ].join("\n"),
  );
  expect(await retirements(log)).toEqual({ idle: 2, silent: 1 });
  await rm(folder, { recursive: true });
});

test("the times of a round are from the request to the job's end, without jobs that have not ended", () => {
  const driven = [1, 1, 1, 2].map((round, index) => ({
    work: { index, round, request: { url: "http://a.test/" } },
    jobId: `job_${index}`,
    refusedWith: null,
    fileIsBroken: false,
  }));
  const rows = [1_100, 1_500, null, 1_300].map(
    (finishedAt, index): JobRecord => ({
      id: `job_${index}`,
      url: "http://a.test/",
      status: finishedAt === null ? "pending" : "completed",
      attempts: 1,
      errorCode: null,
      createdAt: 1_000,
      startedAt: 1_050,
      finishedAt,
      resultBytes: 1,
      resultDeletedAt: null,
      charged: 1,
      debits: 1,
    }),
  );
  expect(roundReports(driven, rows)).toEqual([
    { round: 1, jobs: 3, p50Ms: 100, p95Ms: 500 },
    { round: 2, jobs: 1, p50Ms: 300, p95Ms: 300 },
  ]);
});

test("a wrongly blamed job is listed with the last fault before its end", () => {
  const fault = (name: string, begunAt: number) => ({ name, afterJobs: 1, begunAt, hit: "", seconds: 1 });
  const work = { index: 0, round: 1, request: { url: "http://a.test/" } };
  const blamed = { jobId: "job_1", code: "page_timeout", finishedAt: 250, work };
  const faults = [fault("starve", 100), fault("kill-browser", 200), fault("fill-disk", 300)];
  expect(describeBlamed(blamed, faults)).toContain("job_1 page_timeout after kill-browser: http://a.test/");
  expect(describeBlamed(blamed, [])).toContain("after no fault");
});
