/** Emulation of the device that the page sees: window and pixel ratio. */
import { deviceOf } from "#contract/job/devices.ts";
import type { JobOptions, PdfJobOptions } from "#contract/job/request.ts";
import { MOBILE_PIXEL_RATIO, VIEWPORTS } from "#contract/job/values.ts";
import { LIMITS } from "#contract/limits.ts";
import { optional } from "../devtools/commands.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import { windowPx } from "./paper.ts";
import { type Emulated, emulateUser } from "./user.ts";

/** Pixel ratio where no device is given. */
const OWN_RATIO = { desktop: 1, mobile: MOBILE_PIXEL_RATIO } as const;

/** Size of the viewport in CSS px. */
function viewportOf(options: JobOptions): { width: number; height: number } {
  if (options.outputType === "pdf") return options.pdfOptions.viewport;
  if (options.outputType === "screenshot") return options.screenshotOptions.viewport;
  return deviceOf(options.device)?.viewport ?? VIEWPORTS[options.formFactor];
}

/** Image px per CSS px. Smaller than asked where the image would be wider than `LIMITS.webpSidePx`. */
export function pixelRatio(options: JobOptions): number {
  const given = options.outputType === "screenshot" ? options.screenshotOptions.deviceScaleFactor : undefined;
  const ratio =
    given ?? deviceOf(options.device)?.viewport.deviceScaleFactor ?? OWN_RATIO[options.formFactor];
  const { width } = viewportOf(options);
  return Math.max(1, Math.min(ratio, Math.floor(LIMITS.webpSidePx / width)));
}

/**
 * Draws the window of a page that will be printed one pixel large, because drawing it takes 6 % of a tiny PDF's processor
 * time. Without any pixel, the page would get no idle callbacks. Must be sent before the device metrics to have an effect.
 */
function shrinkWindow(cdpSession: CDPSession): Promise<void> {
  return optional(cdpSession.send("Emulation.setVisibleSize", { width: 1, height: 1 }));
}

/** Emulates the device and the user of the options. One round trip; a plain job sends no more than the window. */
export async function emulate(tab: Emulated, options: JobOptions, userAgent: string): Promise<void> {
  const { cdpSession } = tab;
  const mobile = options.formFactor === "mobile";
  const isPdf = options.outputType === "pdf";
  const width = isPdf ? windowPx(options.pdfOptions) : viewportOf(options).width;
  const window = isPdf ? shrinkWindow(cdpSession) : null;
  const metrics = setMetrics(cdpSession, options, width, mobile);
  await Promise.all([metrics, window, ...emulateUser(tab, options, userAgent)]);
}

/** Sets the window of a page that will be printed (CSS px), as a desktop: a phone would choose its own width. */
export function setWindow(
  cdpSession: CDPSession,
  options: PdfJobOptions,
  widthPx: number,
  heightPx = options.pdfOptions.viewport.height,
): Promise<void> {
  return setMetrics(cdpSession, options, widthPx, false, heightPx);
}

function setMetrics(
  cdpSession: CDPSession,
  options: JobOptions,
  width: number,
  mobile: boolean,
  height = viewportOf(options).height,
): Promise<void> {
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
