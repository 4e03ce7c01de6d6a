import { expect, test } from "vitest";
import { Breaker } from "./breaker.ts";

test("the pause of a browser that does not start doubles each time, up to 30 seconds", () => {
  const breaker = new Breaker(["a"]);
  let now = 0;
  const pauses = Array.from({ length: 6 }, () => {
    breaker.fail("a", now);
    const until = breaker.nextTry(now) ?? now;
    const ms = until - now;
    now = until;
    return ms;
  });
  expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});

test("several jobs that wait for the same start count as one failure", () => {
  const breaker = new Breaker(["a"]);
  for (let job = 0; job < 4; job += 1) breaker.fail("a", 0);
  expect(breaker.nextTry(0)).toBe(2_000);
});

test("the breaker is open only while no browser can be started, and the first success ends all pauses", () => {
  const breaker = new Breaker(["a", "b"]);
  breaker.fail("a", 0);
  expect(breaker.isOpen).toBe(false);
  breaker.fail("b", 0);
  expect([breaker.isOpen, breaker.pauses("a", 1), breaker.pauses("b", 1)]).toEqual([true, true, true]);
  breaker.succeed("b");
  expect([breaker.isOpen, breaker.pauses("a", 1), breaker.pauses("b", 1)]).toEqual([false, false, false]);
});

test("a browser that works does not end the pause of another one", () => {
  const breaker = new Breaker(["a", "b"]);
  breaker.fail("b", 0);
  breaker.succeed("a");
  expect([breaker.pauses("a", 1), breaker.pauses("b", 1)]).toEqual([false, true]);
});
