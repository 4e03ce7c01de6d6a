/** Emulation of the user that the page sees: touch, user agent, language, time zone, place and preferences. */
import type { Protocol } from "devtools-protocol";
import { z } from "zod";
import { deviceOf } from "#contract/job/devices.ts";
import type { JobOptions } from "#contract/job/request.ts";
import type { Media } from "#contract/job/values.ts";
import { ignore } from "../devtools/commands.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import { call, evaluate } from "../devtools/in-page.ts";
import type { Tab } from "../tab/tab.ts";
import quietInPage from "./quiet.in-page.js";
import { mobileUserAgent } from "./user-agent.ts";

type Sent = Promise<unknown>;

/** Accuracy of the emulated place in metres. */
const ACCURACY_M = 10;

/** The part of a tab that emulation needs. */
export type Emulated = Pick<Tab, "cdpSession" | "contextId" | "onFrame">;

/** Sends what differs from a desktop's user, for the page and for its frames. `own`: the browser's user agent. */
export function emulateUser(tab: Emulated, options: JobOptions, own: string): Sent[] {
  tab.onFrame = (frame) => void Promise.all(emulateFor(frame, options, own)).catch(ignore);
  return [...emulateFor(tab.cdpSession, options, own), ...emulatePlace(tab, options)];
}

function emulateFor(cdpSession: CDPSession, options: JobOptions, own: string): Sent[] {
  const { locale, timezone, javascript } = options;
  const sent: Sent[] = [];
  const agent = agentOf(options, own);
  if (agent) sent.push(cdpSession.send("Emulation.setUserAgentOverride", agent));
  if (hasTouch(options)) {
    sent.push(cdpSession.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 5 }));
  }
  if (locale) sent.push(cdpSession.send("Emulation.setLocaleOverride", { locale }));
  if (timezone)
    sent.push(cdpSession.send("Emulation.setTimezoneOverride", { timezoneId: zoneName(timezone) }));
  if (!javascript) sent.push(cdpSession.send("Emulation.setScriptExecutionDisabled", { value: true }));
  // A PDF gets the styles for paper when it is laid out. Without this, it would get them also if the page has none.
  const isPdf = options.outputType === "pdf";
  const media = isPdf ? "screen" : (options.media ?? "screen");
  if (isPdf || media !== "screen" || featuresOf(options).length > 0)
    sent.push(emulateMedia(cdpSession, options, media));
  return sent;
}

/** The zone's name as it is spelled, which Chromium asks for. */
function zoneName(timezone: string): string {
  return new Intl.DateTimeFormat("en", { timeZone: timezone }).resolvedOptions().timeZone;
}

/**
 * Ends the time without scripts once the document is loaded, because ours need timers. Nothing of the page can run then: its
 * scripts were passed over, and its handlers are taken away.
 */
export async function quiet({ cdpSession }: Emulated): Promise<void> {
  await evaluate(cdpSession, call(quietInPage), z.literal(true));
  await cdpSession.send("Emulation.setScriptExecutionDisabled", { value: false });
}

/** Sets the styles that the page is shown with. Keeps the preferences of the user, which the command replaces. */
export function emulateMedia(cdpSession: CDPSession, options: JobOptions, media: Media): Promise<void> {
  return cdpSession.send("Emulation.setEmulatedMedia", { media, features: featuresOf(options) });
}

function featuresOf({ colorScheme, reducedMotion }: JobOptions): Protocol.Emulation.MediaFeature[] {
  return [
    ...(colorScheme ? [{ name: "prefers-color-scheme", value: colorScheme }] : []),
    ...(reducedMotion ? [{ name: "prefers-reduced-motion", value: "reduce" }] : []),
  ];
}

function hasTouch({ device, formFactor }: JobOptions): boolean {
  return deviceOf(device)?.viewport.hasTouch ?? formFactor === "mobile";
}

function agentOf(options: JobOptions, own: string): Protocol.Emulation.SetUserAgentOverrideRequest | null {
  const { device, formFactor, userAgent, locale } = options;
  const language = locale ? { acceptLanguage: [...new Set([locale, locale.split("-")[0]])].join(",") } : {};
  const given = userAgent ?? deviceOf(device)?.userAgent;
  if (given) return { userAgent: given, ...language };
  if (formFactor === "mobile") return { ...phoneOf(own), ...language };
  return locale ? { userAgent: own, ...language } : null;
}

function phoneOf(own: string): Protocol.Emulation.SetUserAgentOverrideRequest {
  return {
    userAgent: mobileUserAgent(own),
    platform: "Linux armv81",
    userAgentMetadata: {
      platform: "Android",
      platformVersion: "10.0.0",
      architecture: "",
      model: "K",
      mobile: true,
      brands: [],
    },
  };
}

/** Gives the page its place, and the permission to ask for it. */
function emulatePlace({ cdpSession, contextId }: Emulated, { geolocation }: JobOptions): Sent[] {
  const connection = cdpSession.connection();
  if (!geolocation || !connection) return [];
  return [
    cdpSession.send("Emulation.setGeolocationOverride", { ...geolocation, accuracy: ACCURACY_M }),
    connection.send("Browser.grantPermissions", {
      permissions: ["geolocation"],
      browserContextId: contextId,
    }),
  ];
}
