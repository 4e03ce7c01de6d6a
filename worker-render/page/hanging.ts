/** How long a resource may have no data before the page is captured without it. */
import { getDomain } from "tldts";
import type { Pending, Traffic } from "../tab/traffic.ts";

/** Scripts of advertisements and counters, which hang most often, come from other sites. */
export const SILENT_MS = 3_000;
/**
 * For the page's own site: a server that has just started, or makes the resource on request, takes several seconds. Without a font,
 * the words are there all the same.
 */
const OWN_SILENT_MS = 8_000;

/** The registrable domain, or the host if it has none. */
function siteOf(url: string): string {
  return getDomain(url, { allowPrivateDomains: true }) ?? URL.parse(url)?.hostname ?? "";
}

/** Whether the request has had no data for so long that it is not waited for. `impatient`: also not for one of the page's own site. */
export function hangs(one: Pending, traffic: Traffic, impatient = false): boolean {
  if (!traffic.isSilent(one, SILENT_MS)) return false;
  if (impatient || one.type === "Font") return true;
  return siteOf(one.url) !== siteOf(traffic.documentUrl) || traffic.isSilent(one, OWN_SILENT_MS);
}
