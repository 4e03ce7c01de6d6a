import { expect, test } from "vitest";
import { JobOptions, type ScreenshotJobOptions } from "#contract/job/request.ts";
import { isPart, pageExtent } from "./part.ts";
import { sizeOf } from "./resize.ts";

function shotOptions(options: object): ScreenshotJobOptions {
  const parsed = JobOptions.parse({ outputType: "screenshot", ...options });
  if (parsed.outputType !== "screenshot") throw new Error("These are no options of a screenshot.");
  return parsed;
}

test("an empty clip names no part of the page", () => {
  expect(isPart(shotOptions({ screenshotOptions: { clip: {} } }))).toBe(false);
});

test("the window of a phone that shows a wider page is as tall as asked", () => {
  const viewport = { width: 360, height: 640 };
  const screenshotOptions = { fullPage: false, viewport, deviceScaleFactor: 3 };
  const options = shotOptions({ formFactor: "mobile", screenshotOptions });
  // 980 px are the width of a page without a viewport of its own. Chromium gives it a window of 1,742.2 px.
  const window = { left: 0, top: 0, width: 980, height: 1_743 };
  expect(sizeOf(pageExtent(options, { height: 5_000, window }))).toEqual({ width: 1_080, height: 1_920 });
});
