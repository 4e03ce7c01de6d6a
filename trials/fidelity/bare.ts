/** What the same browser makes of a page with nothing around it: opened, loaded, printed or captured. */
import type { Browser, Page } from "puppeteer-core";
import { OPTIONS } from "#contract/job/options.ts";
import { PAPER_INCHES, VIEWPORTS } from "#contract/job/values.ts";
import { visibleText } from "./visible-words.ts";

const LOAD_TIMEOUT_MS = 15_000;
const PRINT_TIMEOUT_MS = 20_000;
const IDLE = { idleTime: 500, timeout: 3_000 };
const PX_PER_INCH = 96;
/** Height of a texture. */
export const MAX_SHOT_PX = 16_384;

/** The service's default sheet and margins, in px of paper. */
const SHEET = { width: PAPER_INCHES.A4.width * PX_PER_INCH, height: PAPER_INCHES.A4.height * PX_PER_INCH };
const MARGIN = Number.parseFloat(OPTIONS.pdfOptions.margin.top.default);

export interface BarePrint {
  pdf: Uint8Array;
  /** What can be seen of the document laid out for that paper. */
  visible: string;
}

async function inFreshPage<T>(browser: Browser, url: string, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.setUserAgent({ userAgent: (await browser.userAgent()).replace("HeadlessChrome", "Chrome") });
    await page.setViewport(VIEWPORTS.desktop);
    // What has not loaded by then is left out, as the service does.
    await page.goto(url, { waitUntil: "load", timeout: LOAD_TIMEOUT_MS }).catch(() => undefined);
    // Lazy images come as for a visitor who has scrolled by; one that fails then takes no room.
    await page.$$eval("img[loading=lazy]", (images) => {
      for (const image of images) image.setAttribute("loading", "eager");
    });
    await page.waitForNetworkIdle(IDLE).catch(() => undefined);
    return await work(page);
  } finally {
    await context.close();
  }
}

/**
 * Prints with as many px of the page on a sheet as at `scale`, but on a larger sheet: Chromium's own scale loses text of
 * right-to-left pages.
 */
export function printBare(
  browser: Browser,
  url: string,
  scale: number,
  pageRanges: string,
): Promise<BarePrint> {
  return inFreshPage(browser, url, async (page) => {
    const margin = MARGIN / scale;
    const pdf = await page.pdf({
      width: SHEET.width / scale,
      height: SHEET.height / scale,
      margin: { top: margin, right: margin, bottom: margin, left: margin },
      printBackground: true,
      pageRanges,
      timeout: PRINT_TIMEOUT_MS,
    });
    await page.emulateMediaType("print");
    await page.setViewport({
      width: Math.round((SHEET.width - 2 * MARGIN) / scale),
      height: Math.round((SHEET.height - 2 * MARGIN) / scale),
    });
    return { pdf, visible: await page.evaluate(visibleText) };
  });
}

/** The picture of the whole page, or of its first `MAX_SHOT_PX`: a taller one does not fit a texture. */
export function shootBare(browser: Browser, url: string): Promise<Uint8Array> {
  return inFreshPage(browser, url, async (page) => {
    const { width } = VIEWPORTS.desktop;
    const pageHeight = await page.evaluate(() =>
      Math.max(innerHeight, document.documentElement.scrollHeight, document.body.scrollHeight),
    );
    return page.screenshot({
      type: "jpeg",
      quality: OPTIONS.screenshotOptions.quality.default,
      clip: { x: 0, y: 0, width, height: Math.min(pageHeight, MAX_SHOT_PX) },
      captureBeyondViewport: true,
    });
  });
}
