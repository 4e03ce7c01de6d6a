/** Parses authorized domains as people type them, normalises them, and checks them against the public suffix list. */
import { parse } from "tldts";
import { isAddress } from "../target/address.ts";
import { withoutTrailingDot } from "../target/host-name.ts";
import { splitPort } from "./domain-match.ts";

export type DomainPattern = { ok: true; pattern: string } | { ok: false; reason: string };

const MAX_PORT = 65_535;
/** Characters that are never part of a host name. */
const FORBIDDEN_CHARACTER = /[\p{Cc}\p{Z}\p{Cf}\\%@,;'"<>]/u;

function refuse(reason: string): DomainPattern {
  return { ok: false, reason };
}

/**
 * Parses an exact host or `*.host` (all subdomains, not the host itself), each with an optional `:port` or `:*` (any
 * port). A pasted address is reduced to its host and port; names become lower-case ASCII. `reason` is a sentence for
 * the customer.
 */
export function parseDomainPattern(text: string): DomainPattern {
  const trimmed = text.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(trimmed);
  const protocol = scheme?.[1]?.toLowerCase();
  if (protocol !== undefined && protocol !== "http" && protocol !== "https") {
    return refuse("Only http and https sites can be authorized. Enter the host name without a scheme.");
  }
  const [authority = ""] = trimmed.slice(scheme?.[0].length ?? 0).split(/[/?#]/, 1);
  if (authority === "") return refuse("Enter a host name such as example.com.");
  if (FORBIDDEN_CHARACTER.test(authority)) {
    return refuse("Enter one host name, without spaces, user names or special characters.");
  }
  const { host: written, port } = splitPort(authority);
  if (port !== null && port !== "*" && !(Number(port) >= 1 && Number(port) <= MAX_PORT)) {
    return refuse(`The port must be between 1 and ${MAX_PORT}, or * for any port.`);
  }
  const isWildcard = written.startsWith("*.");
  const host = normalHost(isWildcard ? written.slice(2) : written);
  if (host === null) {
    return refuse(
      written.includes("*")
        ? "Use * only at the start, as in *.example.com, or as the port, as in localhost:*."
        : "This is not a valid host name.",
    );
  }
  const reason = suffixReason(host, isWildcard);
  if (reason !== null) return refuse(reason);
  return { ok: true, pattern: `${isWildcard ? "*." : ""}${host}${portSuffix(port, protocol)}` };
}

function normalHost(text: string): string | null {
  if (text === "" || text.includes("*")) return null;
  const url = URL.parse(`http://${text}/`);
  if (url?.port !== "") return null;
  const host = withoutTrailingDot(url.hostname);
  return host.split(".").includes("") ? null : host;
}

/**
 * Refuses `*.co.uk` and `*.github.io`: anyone can have a host there, so the pattern would authorize other people's
 * sites.
 */
function suffixReason(host: string, isWildcard: boolean): string | null {
  if (host === "localhost") return null;
  if (isAddress(host))
    return isWildcard ? "An IP address has no subdomains. Enter it without the leading “*.”." : null;
  const { domain, isIcann } = parse(host, { allowPrivateDomains: isWildcard });
  if (domain !== null) return null;
  if (isWildcard)
    return `Anyone can register a name under ${host}. Enter your own domain, as in *.example.com.`;
  return isIcann ? `${host} is not a site. Enter the full host name.` : null;
}

function portSuffix(port: string | null, protocol: string | undefined): string {
  if (port === null) return "";
  if ((protocol === "http" && Number(port) === 80) || (protocol === "https" && Number(port) === 443))
    return "";
  return port === "*" ? ":*" : `:${Number(port)}`;
}
