import { expect, test } from "vitest";
import { LIMITS } from "../limits.ts";
import { JobRequest } from "./request.ts";

function parse(width: unknown) {
  const options = { pdfOptions: { viewport: { width } } };
  return JobRequest.safeParse({ url: "https://example.com", options });
}

test.for([
  [1280, 1280],
  [1280.4, 1280],
  [1280.5, 1281],
  [0.01, 1],
  [LIMITS.viewportPx - 0.1, LIMITS.viewportPx],
])("a viewport of %d px is rounded to %d px", ([asked, whole]) => {
  const request = parse(asked);
  if (!request.success) throw request.error;
  expect(request.data.options).toMatchObject({ pdfOptions: { viewport: { width: whole } } });
});

test.for(["markdown", "html"])("%s keeps no options of a PDF or a screenshot", (outputType) => {
  const options = {
    outputType,
    pdfOptions: { format: "A3" },
    screenshotOptions: { type: "webp" },
  };
  const request = JobRequest.parse({ url: "https://example.com", options });
  expect(request.options).toMatchObject({ outputType, formFactor: "desktop" });
  expect(Object.keys(request.options)).not.toContain("pdfOptions");
  expect(Object.keys(request.options)).not.toContain("screenshotOptions");
});

test.for([0, -0.4, -1280, LIMITS.viewportPx + 0.1, Number.POSITIVE_INFINITY, Number.NaN, "wide"])(
  "a viewport of %s px is refused",
  (width) => {
    expect(parse(width).error?.issues.map(({ path }) => path.join("."))).toEqual([
      "options.pdfOptions.viewport.width",
    ]);
  },
);

test("a fault of an option does not hide that the page is missing", () => {
  const { error } = JobRequest.safeParse({ options: { outputType: "doc" } });
  expect(error?.issues.map(({ path }) => path.join("."))).toEqual(["options.outputType", "url"]);
});

test("a header of 20,000 characters is accepted, a longer one is refused", () => {
  const check = (length: number) => {
    const options = { pdfOptions: { headerTemplate: "x".repeat(length) } };
    return JobRequest.safeParse({ url: "https://example.com", options }).success;
  };
  expect([check(20_000), check(20_001)]).toEqual([true, false]);
});

test.for([
  ["selector", { selector: "h1", clip: { width: 10, height: 10 } }, "cannot be used with clip"],
  ["padding", { padding: 5 }, "is required with padding"],
  ["clip.height", { clip: { width: 10 } }, "is required with width"],
  ["fullPageMaxHeight", { fullPage: false, fullPageMaxHeight: 10 }, "is accepted only with fullPage: true"],
  ["transparent", { type: "jpeg", transparent: true }, "use png or webp"],
] as const)("%s is refused in %j", ([, screenshotOptions, message]) => {
  const options = { outputType: "screenshot", screenshotOptions };
  const { error } = JobRequest.safeParse({ url: "https://example.com", options });
  expect(error?.issues.map((issue) => issue.message)).toEqual([expect.stringContaining(message)]);
});

test.for([{}, { fullPage: false }, { clip: { width: 10, height: 10 } }, { selector: "h1", padding: 5 }])(
  "the options of a screenshot with %j are accepted as they are stored",
  (screenshotOptions) => {
    const url = "https://example.com";
    const stored = JobRequest.parse({ url, options: { outputType: "screenshot", screenshotOptions } });
    expect(JobRequest.parse(stored)).toEqual(stored);
  },
);
