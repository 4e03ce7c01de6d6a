import { expect, test } from "vitest";
import { readGuide, renewedGuide } from "./docs.ts";

test("the API guide's tables are what the contract says (npm run docs writes them)", () => {
  const guide = readGuide();
  expect(guide).toBe(renewedGuide(guide));
});
