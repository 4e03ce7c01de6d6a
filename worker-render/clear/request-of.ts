/** A held request as the filter engine reads it. */
import { Request } from "@ghostery/adblocker";
import type { Paused } from "../guard/refusal.ts";

/** The engine's names of Chromium's resource types. A frame's document is `subFrame`: the page's own is never matched. */
const TYPES = {
  CSPViolationReport: "cspReport",
  Document: "subFrame",
  EventSource: "eventsource",
  Fetch: "fetch",
  Font: "font",
  Image: "image",
  Manifest: "manifest",
  Media: "media",
  Other: "other",
  Ping: "ping",
  Prefetch: "prefetch",
  Preflight: "preflight",
  Script: "script",
  SignedExchange: "signedexchange",
  Stylesheet: "stylesheet",
  TextTrack: "texttrack",
  WebSocket: "webSocket",
  XHR: "xhr",
} as const satisfies Record<Paused["resourceType"], string>;

/** `page`: the address of the page, which decides what belongs to another site. */
export function requestOf(
  {
    request,
    resourceType,
  }: { request: Pick<Paused["request"], "url">; resourceType: Paused["resourceType"] },
  page: string,
): Request {
  return Request.fromRawDetails({ url: request.url, sourceUrl: page, type: TYPES[resourceType] });
}
