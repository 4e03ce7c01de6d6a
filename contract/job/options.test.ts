import { expect, test } from "vitest";
import { JobOptions } from "./request.ts";

test.for<[string, unknown]>([
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
  ["a PDF's viewport as wide as the default", { pdfOptions: { viewport: { width: 1920 } } }],
  ["a PDF's viewport without a width", { pdfOptions: { viewport: { height: 900 } } }],
  [
    "steps",
    {
      css: "p {}",
      click: ["#a", { selector: "#b", optional: true }],
      waitFor: { delayMs: 1 },
      failOn: ["http"],
    },
  ],
  [
    "a PDF's sheet, header, properties and protection",
    {
      pdfOptions: {
        width: "10cm",
        height: "14400pt",
        scale: 0.5,
        pageRanges: "2-",
        headerTemplate: "{page}",
        metadata: { title: "Title" },
        watermark: { text: "DRAFT", opacity: 0.5 },
        compress: "images",
        ownerPassword: "owner",
        permissions: ["print"],
      },
    },
  ],
  ["a png's", { outputType: "screenshot", screenshotOptions: { fullPage: false } }],
  ["a jpeg's", { outputType: "screenshot", screenshotOptions: { type: "jpeg", quality: 0 } }],
])("validating a job's stored options again changes nothing: %s", ([, options]) => {
  const first = JobOptions.parse(options);
  expect(JobOptions.parse(JSON.parse(JSON.stringify(first)))).toEqual(first);
});

test("a requested viewport of the default size does not fit the paper, the default one does", () => {
  const viewportOf = (viewport: { width: number } | undefined) => {
    const options = JobOptions.parse({ pdfOptions: { viewport } });
    return options.outputType === "pdf" ? options.pdfOptions.viewport : null;
  };
  expect(viewportOf(undefined)).toEqual({ width: 1920, height: 1080, fitPaper: true });
  expect(viewportOf({ width: 1920 })).toEqual({ width: 1920, height: 1080, fitPaper: false });
});

test("lengths in other units are stored in px, without an exponent", () => {
  const options = JobOptions.parse({ pdfOptions: { margin: { top: "1cm", right: ".0000001px" } } });
  expect(options).toMatchObject({
    pdfOptions: { margin: { top: "37.7953px", right: "0px", bottom: "50px" } },
  });
});
