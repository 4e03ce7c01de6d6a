import { describe, expect, it } from "vitest";
import { createBody, shownFields } from "./create-fields.ts";

function body(values: Record<string, string>) {
  return createBody(new Map(Object.entries(values)));
}

describe("the body of the try-it card", () => {
  it("sends what is filled in, at its place", () => {
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

  it("drops nested objects that stay empty", () => {
    expect(body({ url: "https://example.com", "options.pdfOptions.viewport.width": "" })).toEqual({
      url: "https://example.com",
    });
  });

  it("leaves out numbers that are none", () => {
    expect(body({ url: "u", "options.pdfOptions.viewport.width": "wide" })).toEqual({ url: "u" });
  });

  it("sends pdf options only for pdf, screenshot options only for screenshot", () => {
    const both = { url: "u", "options.pdfOptions.format": "A5", "options.screenshotOptions.quality": "70" };
    expect(body(both)).toEqual({ url: "u", options: { pdfOptions: { format: "A5" } } });
    expect(body({ ...both, "options.outputType": "screenshot" })).toEqual({
      url: "u",
      options: { outputType: "screenshot", screenshotOptions: { quality: 70 } },
    });
  });

  it("sends booleans as booleans", () => {
    expect(
      body({ url: "u", "options.outputType": "screenshot", "options.screenshotOptions.fullPage": "false" }),
    ).toEqual({
      url: "u",
      options: { outputType: "screenshot", screenshotOptions: { fullPage: false } },
    });
  });

  it("shows the fields of the chosen output type alone", () => {
    const labels = shownFields(new Map([["options.outputType", "screenshot"]])).map(({ label }) => label);
    expect(labels).toContain("quality");
    expect(labels).not.toContain("format");
  });
});
