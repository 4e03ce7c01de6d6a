import { expect, test } from "vitest";
import { JobOptions } from "#contract/job/request.ts";
import { isPart } from "./part.ts";

test("an empty clip names no part of the page", () => {
  const options = JobOptions.parse({ outputType: "screenshot", screenshotOptions: { clip: {} } });
  expect(options.outputType === "screenshot" && isPart(options)).toBe(false);
});
