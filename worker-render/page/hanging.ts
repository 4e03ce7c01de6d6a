/** How long a resource may have no data before the page is captured without it. */
import { getDomain } from "tldts";
import type { Pending, Traffic } from "../tab/traffic.ts";

/** Scripts of advertisements and counters, which hang most often, come from other sites. */
export const SILENT_MS = 3_000;
/**
 * For the page's own site, and the images of its document: a server that has just started, or makes the resource on request, takes
 * several seconds. Without a font, the words are there all the same.
 */
const PATIENT_MS = 8_000;

/** The registrable domain, or the host if it has none. */
function siteOf(url: string): string {
  return getDomain(url, { allowPrivateDomains: true }) ?? URL.parse(url)?.hostname ?? "";
}

/** Whose first data is waited for longer: what is the page's own, that of each site, or none. */
export type Patience = "own" | "each" | "none";

/** Whether the request has had no data for so long that it is not waited for. */
export function hangs(one: Pending, traffic: Traffic, patience: Patience = "own"): boolean {
  if (!traffic.isSilent(one, SILENT_MS)) return false;
  if (patience === "none" || one.type === "Font") return true;
  const isOwn = one.ownImage || siteOf(one.url) === siteOf(traffic.documentUrl);
  return (patience === "own" && !isOwn) || traffic.isSilent(one, PATIENT_MS);
}
