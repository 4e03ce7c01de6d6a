/** The device that the page sees: its viewport, pixel ratio, touch and user agent. */
import type { JobOptions } from "#contract/job-request.ts";
import { LIMITS } from "#contract/limits.ts";
import { MOBILE_DEVICE } from "#contract/option-values.ts";
import type { CDPSession } from "../browser/devtools.ts";

/** The browser's own user agent without the word that makes sites answer robots only. */
export function desktopUserAgent(own: string): string {
  return own.replace("HeadlessChrome", "Chrome");
}

/** The same browser on a phone, as Chrome reduces it: https://developer.chrome.com/docs/privacy-security/user-agent-client-hints */
export function mobileUserAgent(own: string): string {
  return desktopUserAgent(own)
    .replace(/\([^)]*\)/, "(Linux; Android 10; K)")
    .replace(" Safari/", " Mobile Safari/");
}

/** Image px to one CSS px; less than a phone's where its texture could not hold the width. */
export function pixelRatio({ formFactor, viewport }: JobOptions): number {
  if (formFactor === "desktop") return 1;
  return Math.max(
    1,
    Math.min(MOBILE_DEVICE.deviceScaleFactor, Math.floor(LIMITS.webpSidePx / viewport.width)),
  );
}

/** Drawing a window that nobody looks at takes 4 % of a tiny PDF's processor time, 8 % of an app's. */
const WINDOW_SCALE = 0.05;

/** Makes the tab look like the device that the options ask for. One round trip. */
export async function emulate(session: CDPSession, options: JobOptions, userAgent: string): Promise<void> {
  const mobile = options.formFactor === "mobile";
  const { width, height } = options.viewport;
  const metrics = session.send("Emulation.setDeviceMetricsOverride", {
    width,
    height,
    deviceScaleFactor: pixelRatio(options),
    mobile,
    screenWidth: width,
    screenHeight: height,
    // The page lays itself out alike; only what a window would show of it shrinks. Paper needs none of that.
    ...(options.outputType === "pdf" ? { scale: WINDOW_SCALE } : {}),
  });
  if (!mobile) {
    await metrics;
    return;
  }
  await Promise.all([
    metrics,
    session.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 5 }),
    session.send("Emulation.setUserAgentOverride", {
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
  ]);
}
