import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import { ResultStorage } from "./result-storage.ts";
import { storeResult } from "./store-result.ts";

const MIB = 1024 * 1024;
const journal = () => new Journal(() => undefined);
const storage = () => new ResultStorage(env.RESULTS);
const never = new Promise<never>(() => {});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function* of(count: number, size: number) {
  for (let index = 0; index < count; index += 1) yield new Uint8Array(size).fill(index + 1);
}

test.for([
  ["a file of one small part", 1, 10],
  ["a file of exactly one R2 part", 6, MIB],
  ["a file whose parts have another size than R2's", 5, 3 * MIB + 7],
] as const)("%s is stored unchanged", async ([name, count, size]) => {
  expect(await storeResult(storage(), name, "pdf", of(count, size), journal())).toBe(count * size);
  const object = await env.RESULTS.get(name);
  expect(object?.size).toBe(count * size);
  expect(object?.httpMetadata?.contentType).toBe("application/pdf");
  const bytes = new Uint8Array((await object?.arrayBuffer()) ?? new ArrayBuffer());
  for (let index = 0; index < count; index += 1) {
    expect(bytes[index * size]).toBe(index + 1);
    expect(bytes[(index + 1) * size - 1]).toBe(index + 1);
  }
});

test("a file above the size limit is refused and leaves nothing in R2", async () => {
  const parts = of(Math.ceil(LIMITS.resultBytes / (8 * MIB)) + 1, 8 * MIB);
  await expect(storeResult(storage(), "large", "png", parts, journal())).rejects.toMatchObject({
    code: "result_too_large",
  });
  expect(await env.RESULTS.head("large")).toBeNull();
});

test("a file that breaks off leaves nothing in R2", async () => {
  async function* broken() {
    yield* of(3, 6 * MIB);
    throw new Error("the tab is gone");
  }
  await expect(storeResult(storage(), "broken", "png", broken(), journal())).rejects.toThrow(
    "the tab is gone",
  );
  expect(await env.RESULTS.head("broken")).toBeNull();
});

test("an empty file is not a result", async () => {
  await expect(storeResult(storage(), "nothing", "png", of(0, 0), journal())).rejects.toMatchObject({
    code: "capture_failed",
  });
});

/** The error of storing the parts after all the time for it has passed. */
async function atTheEnd(name: string, parts: AsyncIterable<Uint8Array>): Promise<unknown> {
  vi.useFakeTimers();
  const fault = storeResult(storage(), name, "png", parts, journal()).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  return fault;
}

test("a file whose last part never comes is a fault of the page", async () => {
  async function* hanging() {
    yield new Uint8Array(10);
    await never;
  }
  expect(await atTheEnd("hanging", hanging())).toMatchObject({ code: "capture_failed", stage: "storing" });
});

test("an R2 that does not respond is a fault of ours, so that the job is retried", async () => {
  vi.spyOn(env.RESULTS, "put").mockReturnValue(never);
  const fault = await atTheEnd("silent", of(1, 10));
  expect(fault).toBeInstanceOf(Error);
  expect(fault).not.toBeInstanceOf(PageFault);
});

test("while R2 is known to be silent a call ends within seconds, and all that wait share one question", async () => {
  vi.useFakeTimers();
  const put = vi.spyOn(env.RESULTS, "put").mockReturnValue(never);
  const down = storage();
  const failed = (name: string) => storeResult(down, name, "png", of(1, 10), journal()).catch(() => "failed");
  const first = failed("first");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await first).toBe("failed");
  const second = failed("second");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await second).toBe("failed");

  put.mockClear();
  const responses = Promise.all([down.accepts(), down.accepts(), down.accepts()]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await responses).toEqual([false, false, false]);
  expect(put).toHaveBeenCalledOnce();
  vi.useRealTimers();
  put.mockRestore();
  expect(await down.accepts()).toBe(true);
  expect((await env.RESULTS.list({ prefix: "results/probe/" })).objects).toEqual([]);
});
