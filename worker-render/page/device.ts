/** Device emulation: the viewport, pixel ratio, touch screen and user agent that the page sees. */
import type { JobOptions, PdfJobOptions } from "#contract/job/request.ts";
import { MOBILE_PIXEL_RATIO } from "#contract/job/values.ts";
import { LIMITS } from "#contract/limits.ts";
import { optional } from "../devtools/commands.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import { windowPx } from "./paper.ts";

/** The browser's own user agent without the word that makes some sites refuse it as a robot. */
export function desktopUserAgent(own: string): string {
  return own.replace("HeadlessChrome", "Chrome");
}

/** The user agent of the same browser on a phone, in Chrome's reduced form: https://developer.chrome.com/docs/privacy-security/user-agent-client-hints */
function mobileUserAgent(own: string): string {
  return desktopUserAgent(own)
    .replace(/\([^)]*\)/, "(Linux; Android 10; K)")
    .replace(" Safari/", " Mobile Safari/");
}

/** Size of the viewport in CSS px. */
function viewportOf(options: JobOptions): { width: number; height: number } {
  return options.outputType === "pdf" ? options.pdfOptions.viewport : options.screenshotOptions.viewport;
}

/** Image px per CSS px. Smaller than a phone's where the image would be wider than `LIMITS.webpSidePx`. */
export function pixelRatio(options: JobOptions): number {
  if (options.formFactor === "desktop") return 1;
  const { width } = viewportOf(options);
  return Math.max(1, Math.min(MOBILE_PIXEL_RATIO, Math.floor(LIMITS.webpSidePx / width)));
}

/**
 * Draws the window of a page that will be printed one pixel large, because drawing it takes 6 % of a tiny PDF's processor
 * time. Without any pixel, the page would get no idle callbacks. Must be sent before the device metrics to have an effect.
 */
function shrinkWindow(cdpSession: CDPSession): Promise<void> {
  return optional(cdpSession.send("Emulation.setVisibleSize", { width: 1, height: 1 }));
}

/** Emulates the device of the options. One round trip. */
export async function emulate(cdpSession: CDPSession, options: JobOptions, userAgent: string): Promise<void> {
  const mobile = options.formFactor === "mobile";
  const isPdf = options.outputType === "pdf";
  const width = isPdf ? windowPx(options.pdfOptions) : options.screenshotOptions.viewport.width;
  const window = isPdf ? shrinkWindow(cdpSession) : null;
  const metrics = setMetrics(cdpSession, options, width, mobile);
  await Promise.all([metrics, window, ...(mobile ? touchAndAgent(cdpSession, userAgent) : [])]);
}

/** Sets the window of a page that will be printed to `widthPx` (CSS px), as a desktop: a phone would choose its own width. */
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
