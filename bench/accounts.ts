/** Keys of pro accounts, handed out as fast as the plan's minute allows. */
import { PLANS } from "#contract/plans.ts";

/** The next key that has room left in its minute. Throws when none has. */
export function keyRing(keys: readonly string[]): () => string {
  const perKey = PLANS.pro.requestsPerMinute - 1;
  const used = new Map<string, number[]>();
  let turn = 0;
  return () => {
    const now = Date.now();
    for (let tries = 0; tries < keys.length; tries++) {
      const key = keys[turn++ % keys.length] ?? "";
      const recent = (used.get(key) ?? []).filter((at) => now - at < 60_000);
      if (recent.length >= perKey) continue;
      used.set(key, [...recent, now]);
      return key;
    }
    throw new Error("Every account's minute is used up; make more accounts.");
  };
}
