import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { useJob, useRecentJobs } from "./jobs.ts";

let reads = 0;

/** A completed job, with a new link in each response. */
function job() {
  reads += 1;
  return { jobId: "job_1", status: "completed", result: { type: "url", url: `link ${reads}` } };
}

beforeEach(() => {
  vi.useFakeTimers();
  reads = 0;
  vi.stubGlobal("fetch", async (url: string) =>
    Response.json(url.includes("/jobs/") ? job() : { jobs: [job()], nextCursor: null }),
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function List() {
  return JSON.stringify(useRecentJobs().data?.jobs);
}

function One() {
  return JSON.stringify(useJob("job_1").data);
}

test.each([
  ["the list of jobs", List],
  ["a job", One],
])("an open page reads %s again before the links expire", async (_, Shown) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Shown />
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.getByText(/link 1/)).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync((LIMITS.pageLinkSeconds - 10) * 1_000));
  expect(screen.queryByText(/link 1/)).toBeNull();
});
