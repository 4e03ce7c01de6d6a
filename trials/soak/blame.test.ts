import { expect, test } from "vitest";
import type { JobRecord } from "./audit.ts";
import { blamedJobs, blamedWrongly } from "./blame.ts";
import type { Work } from "./work.ts";

function work(index: number, url: string): Work {
  return { index, round: 1, request: { url } };
}

function failed(id: string, errorCode: string, startedAt: number, finishedAt: number): JobRecord {
  return {
    id,
    url: "",
    status: "failed",
    attempts: 1,
    errorCode,
    createdAt: startedAt,
    startedAt,
    finishedAt,
    resultBytes: null,
    resultDeletedAt: null,
    charged: 0,
    debits: 1,
  };
}

test("a page is blamed for its own error codes, except while its server was down", () => {
  const rows = [
    failed("job_1", "page_timeout", 0, 1_000),
    failed("job_2", "service_unavailable", 0, 1_000),
    failed("job_3", "connection_failed", 50_000, 51_000),
    failed("job_4", "page_crashed", 58_000, 60_500),
  ];
  const driven = rows.map(({ id }, index) => ({
    jobId: id,
    refusedWith: null,
    fileIsBroken: false,
    work: work(index, "http://a.test/"),
  }));
  const blamed = blamedJobs(driven, rows, [{ from: 50_500, until: 55_000 }]);
  expect(blamed.map(({ jobId }) => jobId)).toEqual(["job_1", "job_4"]);
});

test("a page was blamed wrongly when the same request completes later, which is tried once per request", async () => {
  const blamed = [
    { jobId: "job_1", code: "page_timeout", finishedAt: 0, work: work(0, "http://good.test/") },
    { jobId: "job_2", code: "page_timeout", finishedAt: 0, work: work(1, "http://good.test/") },
    { jobId: "job_3", code: "page_timeout", finishedAt: 0, work: work(2, "http://bad.test/") },
  ];
  const tried: string[] = [];
  const wrong = await blamedWrongly(blamed, async ({ request }) => {
    tried.push(request.url);
    return request.url.includes("good");
  });
  expect(wrong.map(({ jobId }) => jobId)).toEqual(["job_1", "job_2"]);
  expect(tried).toEqual(["http://good.test/", "http://bad.test/"]);
});
