/** Prints or captures a page with the bare browser: the same browser, without the service. */
import type { Browser, CDPSession, Page } from "puppeteer-core";
import sharp from "sharp";
import { OPTIONS } from "#contract/job/options.ts";
import { PAPER_INCHES, VIEWPORTS } from "#contract/job/values.ts";
import { visibleText } from "./visible-words.ts";

const LOAD_TIMEOUT_MS = 15_000;
const IMAGES_TIMEOUT_MS = 15_000;
const PRINT_TIMEOUT_MS = 20_000;
const IDLE = { idleTime: 500, timeout: 3_000 };
const PX_PER_INCH = 96;
const MAX_TRIES = 5;
/** Rows below the window's edge whose JPEG blocks also have rows above it. */
const EDGE_PX = 16;
/** Chromium's maximum height of a texture. */
export const MAX_SHOT_PX = 16_384;

/** The service's default sheet and margin, in px at scale 1. */
const SHEET = { width: PAPER_INCHES.A4.width * PX_PER_INCH, height: PAPER_INCHES.A4.height * PX_PER_INCH };
const MARGIN = Number.parseFloat(OPTIONS.pdfOptions.margin.top.default);

export interface BarePrint {
  pdf: Uint8Array;
  /** The visible text of the document, laid out for that paper. */
  visible: string;
}

async function inFreshPage<T>(
  browser: Browser,
  url: string,
  work: (page: Page, cdpSession: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    const cdpSession = await page.createCDPSession();
    await drawWholeDocument(cdpSession);
    await page.setUserAgent({ userAgent: (await browser.userAgent()).replace("HeadlessChrome", "Chrome") });
    await setWindow(cdpSession, VIEWPORTS.desktop);
    // As in the service, the page is used as far as it has loaded by then.
    await page.goto(url, { waitUntil: "load", timeout: LOAD_TIMEOUT_MS }).catch(() => undefined);
    // Loads lazy images, as for a visitor who scrolls. An image that fails then takes no space.
    await page.$$eval("img[loading=lazy]", (images) => {
      for (const image of images) image.setAttribute("loading", "eager");
    });
    // An image that is loading has the size of its attributes; one that has failed has the size of its alt text.
    const imagesEnded = () => [...document.images].every(({ complete }) => complete);
    await page.waitForFunction(imagesEnded, { timeout: IMAGES_TIMEOUT_MS }).catch(() => undefined);
    await page.waitForNetworkIdle(IDLE).catch(() => undefined);
    return await work(page, cdpSession);
  } finally {
    await context.close();
  }
}

/** Uses the CDP session of the captures, because each session has its own metrics and the last ones set apply. */
async function setWindow(cdpSession: CDPSession, size: { width: number; height: number }): Promise<void> {
  const metrics = { ...size, deviceScaleFactor: 1, mobile: false };
  await cdpSession.send("Emulation.setDeviceMetricsOverride", metrics);
}

/**
 * A capture beyond the window first lays the page out at 1 × 1 px, so images with a srcset change their source during it.
 * After two simultaneous captures of an empty page, Chromium no longer does this (`worker-render/screenshot`).
 */
async function drawWholeDocument(cdpSession: CDPSession): Promise<void> {
  const clip = { x: 0, y: 0, width: 1, height: 1, scale: 1 };
  const capture = () => cdpSession.send("Page.captureScreenshot", { clip, captureBeyondViewport: true });
  await Promise.all([capture(), capture()]);
}

/**
 * Prints as many px of the page on a sheet as at `scale`, but with a larger sheet, because Chromium's scale loses text of
 * right-to-left pages.
 */
export function printBare(
  browser: Browser,
  url: string,
  scale: number,
  pageRanges: string,
): Promise<BarePrint> {
  return inFreshPage(browser, url, async (page, cdpSession) => {
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
    await setWindow(cdpSession, {
      width: Math.round((SHEET.width - 2 * MARGIN) / scale),
      height: Math.round((SHEET.height - 2 * MARGIN) / scale),
    });
    return { pdf, visible: await page.evaluate(visibleText) };
  });
}

/** A picture of the page, of at most its first `MAX_SHOT_PX` rows: a taller one does not fit a texture. */
export async function shootBare(browser: Browser, url: string): Promise<Uint8Array> {
  for (let tries = 1; ; tries++) {
    const picture = await inFreshPage(browser, url, shoot);
    if (tries === MAX_TRIES || (await isDrawnBelowWindow(picture))) return picture;
  }
}

async function shoot(page: Page, cdpSession: CDPSession): Promise<Uint8Array> {
  const { width } = VIEWPORTS.desktop;
  const pageHeight = await page.evaluate(() =>
    Math.max(innerHeight, document.documentElement.scrollHeight, document.body.scrollHeight),
  );
  const { data } = await cdpSession.send("Page.captureScreenshot", {
    format: "jpeg",
    quality: OPTIONS.screenshotOptions.quality.default,
    clip: { x: 0, y: 0, width, height: Math.min(pageHeight, MAX_SHOT_PX), scale: 1 },
  });
  return Buffer.from(data, "base64");
}

/** A busy browser sometimes loses the effect of `drawWholeDocument`. Then the picture is white below the window. */
async function isDrawnBelowWindow(picture: Uint8Array): Promise<boolean> {
  const { width, height } = await sharp(picture).metadata();
  const top = VIEWPORTS.desktop.height + EDGE_PX;
  if (height <= top) return true;
  const below = sharp(picture).extract({ left: 0, top, width, height: height - top });
  return (await below.stats()).channels.some(({ min, max }) => min !== max);
}
