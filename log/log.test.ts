import { DrizzleQueryError } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "./log.ts";

const written: string[] = [];

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation((line) => written.push(line));
});

afterEach(() => {
  written.length = 0;
  vi.restoreAllMocks();
});

/** The only line that was written, parsed. */
function line(): unknown {
  expect(written).toHaveLength(1);
  expect(written[0]).not.toContain("\n");
  return JSON.parse(written[0] ?? "");
}

test("an entry is one line of JSON with its level, message and fields", () => {
  log.error("The queue refused a job.", {
    jobId: "job_1",
    error: new Error("away\nfor now"),
    none: undefined,
  });
  expect(line()).toEqual({
    level: "error",
    message: "The queue refused a job.",
    jobId: "job_1",
    error: "Error: away\nfor now",
  });
});

test("a value that is not JSON loses only its own field", () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  log.error("Odd.", { jobId: "job_1", circular, big: 1n });
  expect(line()).toMatchObject({ message: "Odd.", jobId: "job_1" });
});

test("a line stays small, whatever the size of an error or a field", () => {
  const huge = "x".repeat(1_000_000);
  log.error("Huge.", { jobId: "job_1", huge, list: [huge], error: new Error(huge) });
  expect(line()).toMatchObject({ message: "Huge.", jobId: "job_1" });
  expect(written[0]?.length).toBeLessThan(100_000);
});

test("a line never contains the bound values of a failed query, in any field and at any depth", () => {
  const failed = new DrizzleQueryError("select ?", ["hunter2"], new Error("no such table"));
  log.error("Failed.", { error: failed, cause: failed, all: [{ failed }] });
  expect(JSON.stringify(line())).not.toContain("hunter2");
  expect(JSON.stringify(line())).toContain("no such table");
});

test("an entry is written even when the thrown value has no text", () => {
  log.error("Odd.", { error: Object.create(null) });
  expect(line()).toMatchObject({ message: "Odd." });
});

test("a line has neither the query of an address nor a key, in any field and at any depth", () => {
  const url = "https://example.com/report?token=hunter2";
  const error = new Error(`net::ERR_FAILED at ${url}`, { cause: new Error("sk_live_hunter2") });
  log.error(`Failed: ${url}`, { url, list: [{ url }], error, errors: [error] });
  expect(JSON.stringify(line())).not.toContain("hunter2");
  expect(JSON.stringify(line())).toContain("https://example.com/report");
});
