/**
 * Matches origins and targets against a public key's authorized domains, in the form that `domains.ts` stores: `host`
 * or `*.host`, then nothing (the scheme's default port), `:port` or `:*`. Small, because the web bundle imports it.
 */
import { withoutTrailingDot } from "../target/host-name.ts";

/**
 * Origin header as browsers send it: scheme and authority only. `null`, the origin of sandboxed pages, does not match.
 */
const ORIGIN = /^https?:\/\/[^/?#@\\\s]+$/i;

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** True when the page that sent `origin` (the header's value; null without one) is on an authorized domain. */
export function originMatches(origin: string | null | undefined, patterns: readonly string[]): boolean {
  if (!origin || !ORIGIN.test(origin)) return false;
  return hostMatches(origin, patterns);
}

/** True when the host and port of `url` are on an authorized domain; the path does not matter. */
export function hostMatches(url: string | URL, patterns: readonly string[]): boolean {
  const parsed = URL.parse(String(url));
  if (!parsed) return false;
  const defaultPort = DEFAULT_PORTS[parsed.protocol];
  if (defaultPort === undefined) return false;
  const host = withoutTrailingDot(parsed.hostname);
  const port = parsed.port || defaultPort;
  return patterns.some((pattern) => {
    const parts = splitPort(pattern);
    return portMatches(parts.port, port, defaultPort) && nameMatches(parts.host, host);
  });
}

/** Splits `host:port` and `[v6]:port`; the port is digits, `*` or absent. */
export function splitPort(text: string): { host: string; port: string | null } {
  const match = /^(.*):([0-9]+|\*)$/.exec(text);
  const [, host, port] = match ?? [];
  if (host === undefined || port === undefined) return { host: text, port: null };
  return { host, port };
}

function portMatches(wanted: string | null, port: string, defaultPort: string): boolean {
  if (wanted === "*") return true;
  return (wanted ?? defaultPort) === port;
}

function nameMatches(wanted: string, host: string): boolean {
  if (!wanted.startsWith("*.")) return host === wanted;
  const suffix = wanted.slice(1);
  return host.length > suffix.length && host.endsWith(suffix);
}
