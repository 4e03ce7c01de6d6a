import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inTurn, LARGE_BYTES, TURN_MS } from "./turns.ts";

const LARGE = new Uint8Array(LARGE_BYTES + 1);
const SMALL = new Uint8Array(1);
const MANY = 2 * LARGE_BYTES;

beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(10 * TURN_MS.large);
  vi.useRealTimers();
});

/** Captures that note when they begin. */
function captures() {
  const begun: string[] = [];
  const capture = (name: string, bytes: Uint8Array, most = MANY) =>
    inTurn(most, async () => {
      begun.push(name);
      return bytes;
    });
  const settle = () => vi.advanceTimersByTimeAsync(1);
  return { begun, capture, settle };
}

test("a large capture waits for the end of the one before", async () => {
  const { begun, capture, settle } = captures();
  const first = await capture("first", LARGE);
  const second = capture("second", LARGE);
  void capture("third", LARGE);
  await settle();
  expect(begun).toEqual(["first"]);
  first.end();
  await settle();
  expect(begun).toEqual(["first", "second"]);
  (await second).end();
  await settle();
  expect(begun).toEqual(["first", "second", "third"]);
});

test("a capture that turns out small, or fails, does not keep its turn", async () => {
  const { begun, capture, settle } = captures();
  void capture("small", SMALL);
  const failing = inTurn(MANY, () => Promise.reject(new Error("no picture")));
  void capture("next", LARGE);
  await expect(failing).rejects.toThrow("no picture");
  await settle();
  expect(begun).toEqual(["small", "next"]);
});

test("a capture that cannot be large waits for nothing", async () => {
  const { begun, capture } = captures();
  await capture("large", LARGE);
  await capture("certainly small", SMALL, LARGE_BYTES);
  expect(begun).toEqual(["large", "certainly small"]);
});

test("a capture that hangs keeps the others waiting for four seconds only", async () => {
  const { begun, capture } = captures();
  void inTurn(MANY, () => new Promise(() => {}));
  void capture("next", LARGE);
  await vi.advanceTimersByTimeAsync(TURN_MS.capturing - 1);
  expect(begun).toEqual([]);
  await vi.advanceTimersByTimeAsync(2);
  expect(begun).toEqual(["next"]);
});

test("a turn with a large capture that is never ended ends by itself", async () => {
  const { begun, capture } = captures();
  await capture("first", LARGE);
  void capture("next", LARGE);
  await vi.advanceTimersByTimeAsync(TURN_MS.large - 1);
  expect(begun).toEqual(["first"]);
  await vi.advanceTimersByTimeAsync(2);
  expect(begun).toEqual(["first", "next"]);
});
