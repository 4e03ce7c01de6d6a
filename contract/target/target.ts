/** Whether a target may be opened: the same rule in the form, in the API and in the browser's guard. */

import { LIMITS } from "../limits.ts";
import { isAddress, isLoopbackHost, isPrivateAddress } from "./address.ts";
import { withoutTrailingDot } from "./host-name.ts";
import { BLOCKED_PORTS, INWARD_DOMAINS, PRIVATE_SUFFIXES } from "./lists.ts";

export interface TargetPolicy {
  /** Allows private addresses and names, for local development only. */
  allowPrivate: boolean;
  /** Our own hosts, as `host` or `host:port`. Only their public pages are allowed as targets. */
  ownHosts: readonly string[];
}

export type TargetCheck = { ok: true; url: URL } | { ok: false; reason: string };

/** First path segments of our public pages, the only pages of ours that a job may convert. */
const PUBLIC_PAGES: ReadonlySet<string> = new Set(["", "docs", "plans", "embed", "widget", "sample"]);

/** First path segments that a rendered page may not request: it could create jobs that convert itself, without end. */
const API_PATHS: ReadonlySet<string> = new Set(["api"]);

/**
 * Control characters, spaces, the backslash (some parsers read it as a slash), and invisible characters except the two
 * joiners.
 */
const FORBIDDEN_CHARACTER = /[\p{Cc}\p{Z}\\]|[\p{Cf}--[\u200c\u200d]]/v;

const STARTS_LIKE_A_URL = /^https?:\/\/[^/?#]/i;
const USER_INFO = /^https?:\/\/[^/?#]*@/i;

/**
 * Checks a target as the customer wrote it. Store and open the returned `url`, never the text, because parsers read
 * unusual spellings differently. `reason` is a sentence for the customer.
 */
export function checkTarget(text: string, policy: TargetPolicy): TargetCheck {
  const trimmed = text.trim();
  if (trimmed.length > LIMITS.urlChars) {
    return { ok: false, reason: `The address is longer than ${LIMITS.urlChars} characters.` };
  }
  if (FORBIDDEN_CHARACTER.test(trimmed)) {
    return {
      ok: false,
      reason: "The address contains a space, a backslash or an invisible character.",
    };
  }
  if (!STARTS_LIKE_A_URL.test(trimmed)) {
    return { ok: false, reason: "The address must start with http:// or https:// and a host name." };
  }
  if (USER_INFO.test(trimmed)) return { ok: false, reason: REASONS.credentials };
  const url = URL.parse(trimmed);
  if (!url) return { ok: false, reason: "The address is not a valid URL." };
  const reason = blockedReason(url, policy) ?? loopReason(url, policy);
  return reason === null ? { ok: true, url } : { ok: false, reason };
}

const REASONS = {
  scheme: "Only http and https addresses can be opened.",
  credentials: "Addresses with a user name or password are not accepted.",
  port: "This port is blocked because it does not belong to a web server.",
  address: "The address is in a private or reserved network.",
  name: "The host name belongs to a private network, not to the public internet.",
  emptyLabel: "The host name has an empty part.",
  own: "This is an address of Platen itself. Only its public pages can be converted.",
} as const;

/**
 * Why the browser may not request `url`, as a sentence; null when it may. Applies to every request of a page; `ws` and
 * `wss` count as http and https.
 */
export function blockedReason(url: URL, policy: TargetPolicy): string | null {
  if (!/^(?:https?|wss?):$/.test(url.protocol)) return REASONS.scheme;
  if (url.username || url.password) return REASONS.credentials;
  if (url.port && BLOCKED_PORTS.has(Number(url.port))) return REASONS.port;
  if (isOwn(url, policy) && API_PATHS.has(firstSegment(url))) return REASONS.own;
  return policy.allowPrivate ? null : privateReason(url.hostname);
}

function loopReason(url: URL, policy: TargetPolicy): string | null {
  return isOwn(url, policy) && !PUBLIC_PAGES.has(firstSegment(url)) ? REASONS.own : null;
}

function privateReason(hostname: string): string | null {
  if (isAddress(hostname)) return isPrivateAddress(hostname) ? REASONS.address : null;
  const name = withoutTrailingDot(hostname);
  const labels = name.split(".");
  if (labels.includes("")) return REASONS.emptyLabel;
  const isInward = [...PRIVATE_SUFFIXES, ...INWARD_DOMAINS].some(
    (suffix) => name === suffix || name.endsWith(`.${suffix}`),
  );
  return labels.length < 2 || isInward ? REASONS.name : null;
}

/**
 * On loopback, every loopback name with our port is our own host, because services on one machine differ by port.
 * Elsewhere the host name decides.
 */
function isOwn(url: URL, policy: TargetPolicy): boolean {
  const hostname = withoutTrailingDot(url.hostname);
  return policy.ownHosts.some((host) => {
    const own = URL.parse(`${url.protocol}//${host}`);
    if (!own) return false;
    if (isLoopbackHost(own.hostname)) return isLoopbackHost(hostname) && own.port === url.port;
    return withoutTrailingDot(own.hostname) === hostname;
  });
}

/** Decoded, because `/%61pi` reaches the same route as `/api`. */
function firstSegment(url: URL): string {
  const path = url.pathname.replaceAll(/%[0-9a-f]{2}/gi, (code) =>
    String.fromCharCode(Number.parseInt(code.slice(1), 16)),
  );
  return path.split("/").find(Boolean)?.toLowerCase() ?? "";
}
