import { describe, expect, it } from "vitest";
import { createBody, shownFields } from "./create-fields.ts";

function body(values: Record<string, string>) {
  return createBody(new Map(Object.entries(values)));
}

describe("the request body of the try-it card", () => {
  it("has each filled-in value at the path of its field", () => {
    expect(
      body({
        url: " https://example.com ",
        "options.pdfOptions.format": "A5",
        "options.pdfOptions.margin.top": "1cm",
      }),
    ).toEqual({
      url: "https://example.com",
      options: { pdfOptions: { format: "A5", margin: { top: "1cm" } } },
    });
  });

  it("has no empty nested objects", () => {
    expect(body({ url: "https://example.com", "options.pdfOptions.viewport.width": "" })).toEqual({
      url: "https://example.com",
    });
  });

  it("leaves out number fields that have no number", () => {
    const viewport = {
      "options.pdfOptions.viewport.width": "wide",
      "options.pdfOptions.viewport.height": "800",
    };
    expect(body({ url: "u", ...viewport })).toEqual({
      url: "u",
      options: { pdfOptions: { viewport: { height: 800 } } },
    });
    expect(body({ url: "u", "options.pdfOptions.scale": "12x" })).toEqual({ url: "u" });
  });

  it("has PDF options only for PDFs, and screenshot options only for screenshots", () => {
    const both = { url: "u", "options.pdfOptions.format": "A5", "options.screenshotOptions.quality": "70" };
    expect(body(both)).toEqual({ url: "u", options: { pdfOptions: { format: "A5" } } });
    expect(body({ ...both, "options.outputType": "screenshot" })).toEqual({
      url: "u",
      options: { outputType: "screenshot", screenshotOptions: { quality: 70 } },
    });
  });

  it("has booleans as booleans", () => {
    expect(
      body({ url: "u", "options.outputType": "screenshot", "options.screenshotOptions.fullPage": "false" }),
    ).toEqual({
      url: "u",
      options: { outputType: "screenshot", screenshotOptions: { fullPage: false } },
    });
  });

  it("has only the fields of the chosen output type", () => {
    const labels = shownFields(new Map([["options.outputType", "screenshot"]])).map(({ label }) => label);
    expect(labels).toContain("quality");
    expect(labels).not.toContain("format");
  });
});
