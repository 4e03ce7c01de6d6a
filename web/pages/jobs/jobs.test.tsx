import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { JobOptions } from "#contract/job/request.ts";
import type { JobView } from "#contract/job/view.ts";
import { FeedbackBanner } from "../../feedback/feedback-banner.tsx";
import { NOTICE_MS } from "../../ui/times.ts";
import { Jobs } from "./jobs.tsx";

/** Longest import of a screen on a busy machine. */
const IMPORT_MS = 30_000;
const NOW = "2026-11-23T10:00:00.000Z";

function id(number: number): string {
  return `job_${run}_${number}`;
}

function job(id: string, fields: Partial<JobView> = {}): JobView {
  return {
    jobId: id,
    status: "failed",
    input: "url",
    url: `https://example.com/${id}`,
    outputType: "pdf",
    source: "api",
    keyId: null,
    test: false,
    options: JobOptions.parse({}),
    message: "",
    progress: 100,
    stage: "done",
    createdAt: NOW,
    startedOn: NOW,
    finishedOn: NOW,
    result: null,
    error: null,
    warnings: [],
    timings: {},
    ...fields,
  };
}

const FILE = {
  type: "url",
  url: null,
  contentType: "application/pdf",
  bytes: 1,
  filename: "a.pdf",
  expiresAt: NOW,
  expired: true,
} as const;

/** Each test has its own ids, because deleted ones stay hidden. */
let run = 0;
let stored: JobView[];
/** Calls other than reads of keys, as `METHOD path`, with their bodies. */
let calls: string[];
let deletion: (ids: string[]) => Response;
let listing: () => Response;
/** Whether single jobs can be read. */
let isUp: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  run += 1;
  stored = [1, 2, 3, 4].map((number) => job(id(number)));
  calls = [];
  isUp = true;
  listing = () => Response.json({ jobs: stored, nextCursor: null });
  deletion = (ids) => {
    stored = stored.filter(({ jobId }) => !ids.includes(jobId));
    return Response.json({ deleted: ids, kept: [] });
  };
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body, keepalive }: RequestInit = {}) => {
    const path = url.replace(/^.*\/api\/v1/, "");
    if (path === "/public-keys") return Response.json({ public_keys: [] });
    if (path === "/user/api-keys") return Response.json({ api_keys: [] });
    calls.push(
      [method, path, ...(typeof body === "string" ? [body] : []), ...(keepalive ? ["keepalive"] : [])].join(
        " ",
      ),
    );
    if (path === "/jobs/delete") return deletion(JSON.parse(String(body)).ids);
    if (path.startsWith("/jobs?")) return listing();
    if (!isUp) return new Response(null, { status: 503 });
    const found = stored.find(({ jobId }) => path === `/jobs/${jobId}`);
    return found
      ? Response.json(found)
      : Response.json({ error: "No job.", code: "not_found" }, { status: 404 });
  });
});

afterEach(() => {
  // Ends the deletion that a test leaves undone.
  window.dispatchEvent(new Event("pagehide"));
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

async function open(path: string): Promise<void> {
  window.history.replaceState(null, "", path);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Suspense>
        <Jobs />
      </Suspense>
      <FeedbackBanner />
    </QueryClientProvider>,
  );
  // The screen is a chunk of its own, whose import takes real time.
  await vi.waitFor(
    async () => {
      await pass(10);
      expect(screen.getByRole("heading", { level: 1 })).toBeTruthy();
    },
    { timeout: IMPORT_MS },
  );
  await pass(100);
}

function names(): string[] {
  return screen
    .getAllByRole("checkbox", { name: /^Select https/ })
    .map((box) => box.getAttribute("aria-label") ?? "");
}

function box(number: number): HTMLElement {
  return screen.getByRole("checkbox", { name: `Select https://example.com/${id(number)}` });
}

function deletions(): string[] {
  return calls.filter((call) => call.startsWith("POST /jobs/delete"));
}

function deleteTwo(): void {
  fireEvent.click(box(1));
  fireEvent.click(box(3));
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
}

test("a list that cannot be loaded says so, and does not count jobs", async () => {
  listing = () => new Response(null, { status: 500 });
  await open("/jobs");
  expect(screen.getByText("Your jobs could not be loaded.")).toBeTruthy();
  expect(screen.queryByText("0 jobs")).toBeNull();
});

test("filters of the address are sent to the API; those that it would refuse are not", async () => {
  await open("/jobs?status=failed&source=nowhere&search=shop&from=2026-11-05&to=2026-11-01&other=1");
  const query = new URLSearchParams(calls[0]?.split("?")[1]);
  expect(query.get("status")).toBe("failed");
  expect(query.get("search")).toBe("shop");
  expect(query.has("source")).toBe(false);
  expect(query.has("other")).toBe(false);
  expect(query.get("from")).toBe(new Date(2026, 10, 1).toISOString());
  expect(query.get("to")).toBe(new Date(2026, 10, 6).toISOString());
});

test("a search is sent once typing pauses, and is kept in the address", async () => {
  await open("/jobs");
  const field = screen.getByRole("searchbox", { name: "Search" });
  for (const value of ["i", "in", "inv"]) {
    fireEvent.change(field, { target: { value } });
    await pass(100);
  }
  await pass(500);
  expect(window.location.search).toBe("?search=inv");
  expect(calls.filter((call) => call.includes("search="))).toEqual(["GET /jobs?search=inv&limit=50"]);
});

test("deleted jobs disappear at once, and Undo brings them back without a request", async () => {
  await open("/jobs");
  deleteTwo();
  expect(names()).toEqual([2, 4].map((number) => `Select https://example.com/${id(number)}`));
  expect(screen.getByText("2 jobs deleted.")).toBeTruthy();
  await pass(NOTICE_MS.undo - 1_000);
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(names()).toHaveLength(4);
  expect(screen.queryByText("2 jobs deleted.")).toBeNull();
  await pass(2 * NOTICE_MS.undo);
  expect(deletions()).toEqual([]);
});

test("the keyboard undoes a deletion, and the focus stays in the list", async () => {
  await open("/jobs");
  deleteTwo();
  expect(document.activeElement).toBe(screen.getByRole("list", { name: "Jobs" }));
  fireEvent.keyDown(window, { key: "z", ctrlKey: true });
  expect(names()).toHaveLength(4);
});

test("jobs are deleted when the time to undo is over", async () => {
  await open("/jobs");
  deleteTwo();
  await pass(NOTICE_MS.undo + 100);
  expect(deletions()).toEqual([`POST /jobs/delete {"ids":["${id(1)}","${id(3)}"]} keepalive`]);
  expect(names()).toHaveLength(2);
});

test("leaving the page deletes at once, with a request that outlives the page", async () => {
  await open("/jobs");
  deleteTwo();
  window.dispatchEvent(new Event("pagehide"));
  expect(deletions()).toEqual([`POST /jobs/delete {"ids":["${id(1)}","${id(3)}"]} keepalive`]);
  await pass(0);
});

test("jobs that could not be deleted are in the list again, with the reason", async () => {
  deletion = () => Response.json({ error: "Storage is unavailable.", code: "unavailable" }, { status: 503 });
  await open("/jobs");
  deleteTwo();
  await pass(NOTICE_MS.undo + 100);
  expect(names()).toHaveLength(4);
  expect(screen.getByRole("alert").textContent).toBe("Storage is unavailable.");

  deletion = () => Response.json({ deleted: [], kept: [id(3)] });
  fireEvent.click(screen.getByRole("button", { name: `Delete the job of https://example.com/${id(3)}` }));
  await pass(NOTICE_MS.undo + 100);
  expect(names()).toHaveLength(4);
  expect(screen.getByText("1 job not deleted: wait until the rendering has ended.")).toBeTruthy();
});

test("a job whose file is gone says deleted or expired in place of completed", async () => {
  stored = [
    job(id(1), { status: "completed", result: { ...FILE, deleted: true } }),
    job(id(2), { status: "completed", result: { ...FILE, deleted: false } }),
  ];
  await open("/jobs");
  expect(screen.queryByText("Test")).toBeNull();
  expect(screen.getByText("file deleted")).toBeTruthy();
  expect(screen.getByText("file expired")).toBeTruthy();
  expect(screen.queryByText("completed")).toBeNull();
});

test("a job of a test key has a badge in the list and on its page", async () => {
  stored = [job(id(1), { test: true, status: "completed" })];
  await open("/jobs");
  expect(screen.getByText("Test")).toBeTruthy();
  cleanup();
  await open(`/jobs/${id(1)}`);
  expect(screen.getByText("Test")).toBeTruthy();
  expect(screen.getByText("0, created by a test key")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Run again" })).toBeNull();
});

test("the page of a job counts what of its page did not load", async () => {
  const completeness = {
    document: "whole" as const,
    fonts: "loaded" as const,
    images: { total: 0, loaded: 0 },
    requests: { total: 3, failed: 1, slow: 1, blocked: 0 },
  };
  stored = [job(id(1), { status: "completed", result: { ...FILE, deleted: false, completeness } })];
  await open(`/jobs/${id(1)}`);
  const factOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
  expect(factOf("Requests")).toBe("3, 2 not loaded");
  expect(factOf("Images")).toBe("none");
});

test("the page of a job that does not exist says so", async () => {
  await open("/jobs/9");
  expect(screen.getByText("This job does not exist")).toBeTruthy();
  const reads = calls.length;
  await pass(60_000);
  expect(calls).toHaveLength(reads);
});

test("a job that could not be loaded says so until it is loaded again", async () => {
  isUp = false;
  await open(`/jobs/${id(1)}`);
  await pass(3_000);
  expect(screen.getByRole("alert").textContent).toContain("The job could not be loaded.");
  expect(calls).toEqual([`GET /jobs/${id(1)}`]);
  isUp = true;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await pass(100);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toContain(`example.com/${id(1)}`);
});

test("a comparison says which jobs could not be loaded, and which do not exist", async () => {
  isUp = false;
  await open(`/jobs/compare?a=${id(1)}&b=missing`);
  expect(screen.queryByText("This job does not exist")).toBeNull();
  isUp = true;
  for (const retry of screen.getAllByRole("button", { name: "Try again" })) fireEvent.click(retry);
  await pass(100);
  expect(screen.getByRole("link", { name: `example.com/${id(1)}` })).toBeTruthy();
  expect(screen.getByText("This job does not exist")).toBeTruthy();
});

test("the page of a job shows what it did, and runs it again or with changes", async () => {
  const options = JobOptions.parse({
    outputType: "screenshot",
    css: "p {}",
    screenshotOptions: { type: "jpeg" },
  });
  stored = [
    job("7", {
      outputType: "screenshot",
      options,
      finishedOn: "2026-11-23T10:00:02.000Z",
      timings: { navigate: 400, capture: 1_200 },
      warnings: [{ code: "w", message: "An image is missing.", url: "https://example.com/a.png" }],
    }),
  ];
  await open("/jobs/7");
  expect(screen.getByRole("row", { name: "Create the file 1.20 s" })).toBeTruthy();
  expect(screen.getByRole("row", { name: "Total 2.00 s" })).toBeTruthy();
  expect(screen.getByText("An image is missing.")).toBeTruthy();
  const changed = screen.getByRole("table", { name: "Options that differ from their default" });
  const paths = [...changed.querySelectorAll("code")].map(({ textContent }) => textContent);
  expect(paths).toEqual(["outputType", "screenshotOptions.type", "css"]);

  const form = new URL(
    screen.getByRole("link", { name: "Change and run" }).getAttribute("href") ?? "",
    "https://x",
  );
  expect(form.pathname).toBe("/docs");
  expect(Object.fromEntries(form.searchParams)).toEqual({
    url: "https://example.com/7",
    "options.outputType": "screenshot",
    "options.screenshotOptions.type": "jpeg",
    "options.css": "p {}",
  });
  fireEvent.click(screen.getByRole("button", { name: "Run again" }));
  await pass(0);
  const sent = calls.find((call) => call.startsWith("POST /jobs {"));
  expect(JSON.parse(sent?.slice("POST /jobs ".length) ?? "")).toEqual({
    url: "https://example.com/7",
    options,
  });
});
