/**
 * Matches origins and targets against a public key's authorized domains, in the form that `domains.ts` stores:
 * `host` or `*.host`, then nothing (the scheme's default port), `:port` or `:*`. Light enough for the web bundle.
 */
import { withoutTrailingDot } from "../target/host-name.ts";

/** An Origin header as browsers write it: scheme and authority, nothing behind. `null` is none. */
const ORIGIN = /^https?:\/\/[^/?#@\\\s]+$/i;

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** True when the page that sent `origin` (the header's value, null when it is missing) lies on an authorized domain. */
export function originMatches(origin: string | null | undefined, patterns: readonly string[]): boolean {
  if (!origin || !ORIGIN.test(origin)) return false;
  return hostMatches(origin, patterns);
}

/** True when `url` lies on an authorized domain, by host and port; the path does not matter. */
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
