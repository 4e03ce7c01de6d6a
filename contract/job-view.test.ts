import { expect, test } from "vitest";
import { JobRequest, type JobRequestInput, resolveOptions } from "./job-request.ts";
import { AskedOptions, askedOptions } from "./job-view.ts";

function stored(options: JobRequestInput["options"]) {
  return resolveOptions(JobRequest.parse({ url: "https://example.com", options }));
}

test.for<[string, JobRequestInput["options"]]>([
  ["a PDF's defaults", {}],
  [
    "a PDF's own",
    {
      responseType: "buffer",
      platform: "wix",
      formFactor: "mobile",
      pdfOptions: { format: "A5", margin: { top: "0", left: "12.5px" }, viewport: { width: 800 } },
    },
  ],
  ["a png's", { outputType: "screenshot", screenshotOptions: { fullPage: false } }],
  ["a jpeg's", { outputType: "screenshot", screenshotOptions: { type: "jpeg", quality: 0 } }],
])("the options that a job tells make the same job again: %s", ([, options]) => {
  const first = stored(options);
  const told = AskedOptions.parse(askedOptions(first));
  expect(stored(told)).toEqual(first);
});

test("lengths in other units come back in px, without an exponent", () => {
  const told = askedOptions(stored({ pdfOptions: { margin: { top: "1cm", right: ".0000001px" } } }));
  expect(told).toMatchObject({ pdfOptions: { margin: { top: "37.7953px", right: "0px", bottom: "50px" } } });
});
