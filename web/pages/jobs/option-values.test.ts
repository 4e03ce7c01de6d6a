import { expect, test } from "vitest";
import { JobOptions } from "#contract/job/request.ts";
import { changedOptions, formLink } from "./option-values.ts";

const REQUESTS = [
  {},
  { formFactor: "mobile" },
  { outputType: "markdown", block: ["ads", "chats"] },
  { pdfOptions: { format: "A5", margin: { top: "10px" }, viewport: { width: 800 } } },
  { pdfOptions: { viewport: { width: 1920 } } },
  {
    outputType: "screenshot",
    screenshotOptions: { type: "webp", viewport: { height: 400 } },
    hide: ["p", "a"],
  },
] as const;

test.each(REQUESTS)("a request with the changed options of %j makes the same job", (request) => {
  const options = JobOptions.parse(request);
  expect(JobOptions.parse(changedOptions(options))).toEqual(options);
});

test("options with their default are left out of the request", () => {
  expect(changedOptions(JobOptions.parse({}))).toEqual({});
  expect(changedOptions(JobOptions.parse({ formFactor: "mobile" }))).toEqual({ formFactor: "mobile" });
});

test("a link to the form has no secrets and no options that do not fit into it, and names them", () => {
  const options = JobOptions.parse({
    headers: { "x-token": "[hidden]" },
    css: "p {}".padEnd(5_000),
    hide: ["p", "a"],
    block: ["ads", "chats"],
  });
  const { href, leftOut } = formLink({ url: "https://example.com/?a=1", options });
  const query = new URL(href, "https://example.com").searchParams;
  expect(Object.fromEntries(query)).toEqual({
    url: "https://example.com/?a=1",
    "options.block": "ads, chats",
  });
  expect(new Set(leftOut)).toEqual(new Set(["headers", "css", "hide"]));
});
