import { expect, test } from "vitest";
import { jobName } from "./job-name.ts";

test("a job in the list has the name of its address, or of what the request brought", () => {
  expect(jobName({ input: "url", url: "https://example.com/a" })).toBe("example.com/a");
  expect(jobName({ input: "html", url: "" })).toBe("HTML");
  expect(jobName({ input: "markdown", url: "https://example.com/a" })).toBe("Markdown for example.com/a");
});
