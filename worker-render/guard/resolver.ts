/** Where a host name leads, asked over HTTPS before the browser may go there. */
import { z } from "zod";
import { isAddress, isPrivateAddress } from "#contract/target/address.ts";

/** `unknown`: the name does not exist or has no address. */
type Verdict = "public" | "private" | "unknown";
export type Resolve = (hostname: string) => Promise<Verdict>;

/** https://developers.cloudflare.com/1.1.1.1/encryption/dns-over-https/make-api-requests/dns-json/ */
const Answer = z.object({
  Status: z.number(),
  Answer: z.array(z.object({ type: z.number(), TTL: z.number(), data: z.string() })).optional(),
});

/** RFC 1035 and RFC 3596. */
const RECORD_TYPES = { A: 1, AAAA: 28 } as const;

const TIMEOUT_MS = 5_000;
const MAX_MEMORY_MS = 60_000;
const MAX_NAMES = 2_000;

interface Remembered {
  verdict: Promise<Verdict>;
  until: number;
}

/**
 * A resolver that remembers answers for as long as they say, a minute at most. One private address among several makes
 * the name private. Throws when the service at `endpoint` does not answer: nobody is let through unchecked.
 */
export function createResolver(endpoint: string, send: typeof fetch = fetch): Resolve {
  const known = new Map<string, Remembered>();

  async function lookUp(hostname: string): Promise<{ verdict: Verdict; ttlMs: number }> {
    const answers = (
      await Promise.all([ask(send, endpoint, hostname, "A"), ask(send, endpoint, hostname, "AAAA")])
    ).flat();
    if (answers.length === 0) return { verdict: "unknown", ttlMs: 0 };
    const verdict = answers.some(({ data }) => isPrivateAddress(data)) ? "private" : "public";
    return { verdict, ttlMs: Math.min(...answers.map(({ TTL }) => TTL * 1_000), MAX_MEMORY_MS) };
  }

  return (hostname) => {
    if (isAddress(hostname)) return Promise.resolve(isPrivateAddress(hostname) ? "private" : "public");
    const remembered = known.get(hostname);
    if (remembered && remembered.until > Date.now()) return remembered.verdict;
    if (known.size >= MAX_NAMES) known.clear();
    const entry: Remembered = { verdict: Promise.resolve("unknown"), until: Date.now() + TIMEOUT_MS };
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
  if (!response.ok) throw new Error(`The name service answered ${response.status}.`);
  const { Answer: records = [] } = Answer.parse(await response.json());
  return records.filter((record) => record.type === RECORD_TYPES[type]);
}
