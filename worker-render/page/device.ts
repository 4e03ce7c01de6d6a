/** The device that the page sees: its viewport, pixel ratio, touch and user agent. */
import type { JobOptions, PdfJobOptions } from "#contract/job/request.ts";
import { MOBILE_PIXEL_RATIO } from "#contract/job/values.ts";
import { LIMITS } from "#contract/limits.ts";
import { optional } from "../devtools/commands.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import { windowPx } from "./paper.ts";

/** The browser's own user agent without the word that makes sites answer robots only. */
export function desktopUserAgent(own: string): string {
  return own.replace("HeadlessChrome", "Chrome");
}

/** The same browser on a phone, as Chrome reduces it: https://developer.chrome.com/docs/privacy-security/user-agent-client-hints */
function mobileUserAgent(own: string): string {
  return desktopUserAgent(own)
    .replace(/\([^)]*\)/, "(Linux; Android 10; K)")
    .replace(" Safari/", " Mobile Safari/");
}

/** CSS px of the browser's window. */
function viewportOf(options: JobOptions): { width: number; height: number } {
  return options.outputType === "pdf" ? options.pdfOptions.viewport : options.screenshotOptions.viewport;
}

/** Image px to one CSS px; less than a phone's where its texture could not hold the width. */
export function pixelRatio(options: JobOptions): number {
  if (options.formFactor === "desktop") return 1;
  const { width } = viewportOf(options);
  return Math.max(1, Math.min(MOBILE_PIXEL_RATIO, Math.floor(LIMITS.webpSidePx / width)));
}

/**
 * Nobody looks at the window of a page that is printed, and drawing it takes 6 % of a tiny PDF's processor time. So it is
 * drawn one pixel large; were it no pixel, the page would have frames but no idle moments. Sent after the device's metrics,
 * it would do nothing.
 */
function shrinkWindow(cdpSession: CDPSession): Promise<void> {
  return optional(cdpSession.send("Emulation.setVisibleSize", { width: 1, height: 1 }));
}

/** Makes the tab look like the device that the options ask for. One round trip. */
export async function emulate(cdpSession: CDPSession, options: JobOptions, userAgent: string): Promise<void> {
  const mobile = options.formFactor === "mobile";
  const isPdf = options.outputType === "pdf";
  const width = isPdf ? windowPx(options.pdfOptions) : options.screenshotOptions.viewport.width;
  const window = isPdf ? shrinkWindow(cdpSession) : null;
  const metrics = setMetrics(cdpSession, options, width, mobile);
  await Promise.all([metrics, window, ...(mobile ? touchAndAgent(cdpSession, userAgent) : [])]);
}

/** Gives a page that is about to be printed the width that it has on paper; a phone's window would choose one of its own. */
export function setWindow(cdpSession: CDPSession, options: PdfJobOptions, widthPx: number): Promise<void> {
  return setMetrics(cdpSession, options, widthPx, false);
}

function setMetrics(
  cdpSession: CDPSession,
  options: JobOptions,
  width: number,
  mobile: boolean,
): Promise<void> {
  const { height } = viewportOf(options);
  return cdpSession.send("Emulation.setDeviceMetricsOverride", {
    width,
    height,
    deviceScaleFactor: pixelRatio(options),
    mobile,
    screenWidth: width,
    screenHeight: height,
    dontSetVisibleSize: options.outputType === "pdf",
  });
}

function touchAndAgent(cdpSession: CDPSession, userAgent: string): Promise<void>[] {
  return [
    cdpSession.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 5 }),
    cdpSession.send("Emulation.setUserAgentOverride", {
      userAgent: mobileUserAgent(userAgent),
      platform: "Linux armv81",
      userAgentMetadata: {
        platform: "Android",
        platformVersion: "10.0.0",
        architecture: "",
        model: "K",
        mobile: true,
        brands: [],
      },
    }),
  ];
}
