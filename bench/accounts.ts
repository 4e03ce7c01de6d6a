/** Distributes requests over the keys of Pro accounts, within the plan's requests per minute. */
import { PLANS } from "#contract/plans.ts";

/** The function returns the next key that can send a request now. It throws when no key can. */
export function keyRing(keys: readonly string[]): () => string {
  const perKey = PLANS.pro.requestsPerMinute - 1;
  const used = new Map<string, number[]>();
  let next = 0;
  return () => {
    const now = Date.now();
    for (let tries = 0; tries < keys.length; tries++) {
      const key = keys[next++ % keys.length] ?? "";
      const recent = (used.get(key) ?? []).filter((at) => now - at < 60_000);
      if (recent.length >= perKey) continue;
      used.set(key, [...recent, now]);
      return key;
    }
    throw new Error("All accounts have used their requests of this minute; make more accounts.");
  };
}
