/** What the same browser makes of a page with nothing around it: opened, loaded, printed or captured. */
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
const MAX_TRIES = 3;
/** Rows below the edge of the window that a JPEG mixes with those above it. */
const EDGE_PX = 16;
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

async function inFreshPage<T>(
  browser: Browser,
  url: string,
  work: (page: Page, session: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    const session = await page.createCDPSession();
    await drawWholeDocument(session);
    await page.setUserAgent({ userAgent: (await browser.userAgent()).replace("HeadlessChrome", "Chrome") });
    await setWindow(session, VIEWPORTS.desktop);
    // What has not loaded by then is left out, as the service does.
    await page.goto(url, { waitUntil: "load", timeout: LOAD_TIMEOUT_MS }).catch(() => undefined);
    // Lazy images come as for a visitor who has scrolled by; one that fails then takes no room.
    await page.$$eval("img[loading=lazy]", (images) => {
      for (const image of images) image.setAttribute("loading", "eager");
    });
    // An image under way has the room that its attributes say; one that has failed has that of its alt text.
    const imagesEnded = () => [...document.images].every(({ complete }) => complete);
    await page.waitForFunction(imagesEnded, { timeout: IMAGES_TIMEOUT_MS }).catch(() => undefined);
    await page.waitForNetworkIdle(IDLE).catch(() => undefined);
    return await work(page, session);
  } finally {
    await context.close();
  }
}

/** In the session of the captures: each session has a window of its own, and the last one that is set counts. */
async function setWindow(session: CDPSession, size: { width: number; height: number }): Promise<void> {
  const metrics = { ...size, deviceScaleFactor: 1, mobile: false };
  await session.send("Emulation.setDeviceMetricsOverride", metrics);
}

/**
 * A capture beyond the window first lays the page out in one of 1 × 1 px, and images with a srcset are in between two sources
 * when they are captured. After two such captures at once of an empty page, none is needed (`worker-render/screenshot`).
 */
async function drawWholeDocument(session: CDPSession): Promise<void> {
  const clip = { x: 0, y: 0, width: 1, height: 1, scale: 1 };
  const capture = () => session.send("Page.captureScreenshot", { clip, captureBeyondViewport: true });
  await Promise.all([capture(), capture()]);
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
  return inFreshPage(browser, url, async (page, session) => {
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
    await setWindow(session, {
      width: Math.round((SHEET.width - 2 * MARGIN) / scale),
      height: Math.round((SHEET.height - 2 * MARGIN) / scale),
    });
    return { pdf, visible: await page.evaluate(visibleText) };
  });
}

/** The picture of the whole page, or of its first `MAX_SHOT_PX`: a taller one does not fit a texture. */
export async function shootBare(browser: Browser, url: string): Promise<Uint8Array> {
  for (let tries = 1; ; tries++) {
    const picture = await inFreshPage(browser, url, shoot);
    if (tries === MAX_TRIES || (await isDrawnBelowWindow(picture))) return picture;
  }
}

async function shoot(page: Page, session: CDPSession): Promise<Uint8Array> {
  const { width } = VIEWPORTS.desktop;
  const pageHeight = await page.evaluate(() =>
    Math.max(innerHeight, document.documentElement.scrollHeight, document.body.scrollHeight),
  );
  const { data } = await session.send("Page.captureScreenshot", {
    format: "jpeg",
    quality: OPTIONS.screenshotOptions.quality.default,
    clip: { x: 0, y: 0, width, height: Math.min(pageHeight, MAX_SHOT_PX), scale: 1 },
  });
  return Buffer.from(data, "base64");
}

/** A busy browser may lose the setting of `drawWholeDocument`: then all is white below the window. */
async function isDrawnBelowWindow(picture: Uint8Array): Promise<boolean> {
  const { width, height } = await sharp(picture).metadata();
  const top = VIEWPORTS.desktop.height + EDGE_PX;
  if (height <= top) return true;
  const below = sharp(picture).extract({ left: 0, top, width, height: height - top });
  return (await below.stats()).channels.some(({ min, max }) => min !== max);
}
