/** Resolves host names by DNS over HTTPS, before the browser may connect to them. */
import { z } from "zod";
import { isAddress, isPrivateAddress } from "#contract/target/address.ts";

/** `private`: at least one address is private. `unknown`: the name does not exist or has no address. */
type Verdict = "public" | "private" | "unknown";
export type Resolve = (hostname: string) => Promise<Verdict>;

/** https://developers.cloudflare.com/1.1.1.1/encryption/dns-over-https/make-api-requests/dns-json/ */
const DnsResponse = z.object({
  Status: z.number(),
  Answer: z.array(z.object({ type: z.number(), TTL: z.number(), data: z.string() })).optional(),
});

/** RFC 1035 and RFC 3596. */
const RECORD_TYPES = { A: 1, AAAA: 28 } as const;

const TIMEOUT_MS = 5_000;
const MAX_CACHE_MS = 60_000;
const MAX_NAMES = 2_000;

interface Cached {
  verdict: Promise<Verdict>;
  /** Unix ms. */
  until: number;
}

/**
 * Makes a resolver that caches results until their records expire, for one minute at most. One private address among
 * several makes the name private. The resolver throws when the server at `endpoint` fails, so no name passes unchecked.
 */
export function createResolver(endpoint: string, send: typeof fetch = fetch): Resolve {
  const known = new Map<string, Cached>();

  async function lookUp(hostname: string): Promise<{ verdict: Verdict; ttlMs: number }> {
    const records = (
      await Promise.all([ask(send, endpoint, hostname, "A"), ask(send, endpoint, hostname, "AAAA")])
    ).flat();
    if (records.length === 0) return { verdict: "unknown", ttlMs: 0 };
    const verdict = records.some(({ data }) => isPrivateAddress(data)) ? "private" : "public";
    return { verdict, ttlMs: Math.min(...records.map(({ TTL }) => TTL * 1_000), MAX_CACHE_MS) };
  }

  return (hostname) => {
    if (isAddress(hostname)) return Promise.resolve(isPrivateAddress(hostname) ? "private" : "public");
    const cached = known.get(hostname);
    if (cached && cached.until > Date.now()) return cached.verdict;
    if (known.size >= MAX_NAMES) known.clear();
    const entry: Cached = { verdict: Promise.resolve("unknown"), until: Date.now() + TIMEOUT_MS };
    entry.verdict = lookUp(hostname).then(
      ({ verdict, ttlMs }) => {
        entry.until = Date.now() + ttlMs;
        return verdict;
      },
      (error: unknown) => {
        entry.until = 0;
        throw error;
      },
    );
    known.set(hostname, entry);
    return entry.verdict;
  };
}

async function ask(send: typeof fetch, endpoint: string, hostname: string, type: keyof typeof RECORD_TYPES) {
  const url = new URL(endpoint);
  url.searchParams.set("name", hostname);
  url.searchParams.set("type", type);
  const response = await send(url, {
    headers: { accept: "application/dns-json" },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`The DNS server returned ${response.status}.`);
  const { Answer: records = [] } = DnsResponse.parse(await response.json());
  return records.filter((record) => record.type === RECORD_TYPES[type]);
}
