import { expect, onTestFinished, test, vi } from "vitest";
import { MAX_TURN_MS, takeTurn } from "./turns.ts";

test("turns follow each other, and one that is never ended ends by itself", async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const order: string[] = [];
  const turnOf = (name: string) =>
    takeTurn().then((end) => {
      order.push(name);
      return end;
    });
  const endFirst = await turnOf("first");
  const second = turnOf("second");
  const third = turnOf("third");
  await vi.advanceTimersByTimeAsync(1);
  expect(order).toEqual(["first"]);
  endFirst();
  await second;
  expect(order).toEqual(["first", "second"]);
  await vi.advanceTimersByTimeAsync(MAX_TURN_MS);
  const endThird = await third;
  expect(order).toEqual(["first", "second", "third"]);
  endThird();
});
