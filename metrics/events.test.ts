import { expect, test } from "vitest";
import { columnOf, EVENTS } from "./events.ts";

// https://developers.cloudflare.com/analytics/analytics-engine/limits/. The event's name is one of the texts.
test.each(Object.entries(EVENTS))("a point of %s fits into a data point", (_, { texts, numbers }) => {
  expect(texts.length).toBeLessThanOrEqual(19);
  expect(numbers.length).toBeLessThanOrEqual(20);
  expect(new Set([...texts, ...numbers]).size).toBe(texts.length + numbers.length);
});

test("a name is found in its column", () => {
  expect(columnOf("refusal", "code")).toBe("blob2");
  expect(columnOf("job", "queueMs")).toBe("double1");
  expect(columnOf("job", "storeMs")).toBe("double15");
});
