import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { Journal } from "./budget.ts";
import { storeResult } from "./store-result.ts";

const MIB = 1024 * 1024;
const journal = () => new Journal(() => undefined);

async function* of(count: number, size: number) {
  for (let index = 0; index < count; index += 1) yield new Uint8Array(size).fill(index + 1);
}

test.for([
  ["one small part", 1, 10],
  ["just one part of R2", 6, MIB],
  ["parts that do not fit R2's", 5, 3 * MIB + 7],
] as const)("%s is stored as it was", { timeout: 60_000 }, async ([name, count, size]) => {
  expect(await storeResult(env.RESULTS, name, "pdf", of(count, size), journal())).toBe(count * size);
  const object = await env.RESULTS.get(name);
  expect(object?.size).toBe(count * size);
  expect(object?.httpMetadata?.contentType).toBe("application/pdf");
  const bytes = new Uint8Array((await object?.arrayBuffer()) ?? new ArrayBuffer());
  for (let index = 0; index < count; index += 1) {
    expect(bytes[index * size]).toBe(index + 1);
    expect(bytes[(index + 1) * size - 1]).toBe(index + 1);
  }
});

test("what is larger than a result may be is refused, and leaves nothing behind", {
  timeout: 60_000,
}, async () => {
  const parts = of(Math.ceil(LIMITS.resultBytes / (8 * MIB)) + 1, 8 * MIB);
  await expect(storeResult(env.RESULTS, "large", "png", parts, journal())).rejects.toMatchObject({
    code: "result_too_large",
  });
  expect(await env.RESULTS.head("large")).toBeNull();
});

test("parts that end in a fault leave nothing behind", async () => {
  async function* broken() {
    yield* of(3, 6 * MIB);
    throw new Error("the tab is gone");
  }
  await expect(storeResult(env.RESULTS, "broken", "png", broken(), journal())).rejects.toThrow(
    "the tab is gone",
  );
  expect(await env.RESULTS.head("broken")).toBeNull();
});

test("an answer without a byte is no result", async () => {
  await expect(storeResult(env.RESULTS, "nothing", "png", of(0, 0), journal())).rejects.toMatchObject({
    code: "capture_failed",
  });
});
