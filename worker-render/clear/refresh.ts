/**
 * Reads EasyList and EasyPrivacy once a week, and stores each as a serialised engine. A list that is cut, damaged or not a list
 * never replaces the one before.
 */
import type { FiltersEngine } from "@ghostery/adblocker";
import { log } from "#log/log.ts";
import { LISTS_FAILURE_KEY, listKey } from "#store/filter-lists.ts";
import { ENGINE_CONFIG } from "./engine-config.ts";
import { REFRESHED, type Refreshed } from "./lists.ts";
import { requestOf } from "./request-of.ts";

/** A list that is younger is kept. The cron runs each day, so a failure is repeated the next day. */
const MAX_AGE_MS = 6.5 * 86_400_000;
const TIMEOUT_MS = 60_000;
/** Four times EasyList in 2026. */
const MAX_LIST_CHARS = 10_000_000;
const MIN_RULES = 10_000;
/** A list with a smaller share of the rules of the one before is refused. */
const MIN_SHARE = 0.7;
/** The list is parsed in pieces, because 90,000 rules as objects at once take most of an isolate's 128 MB. */
const LINES_AT_ONCE = 5_000;

/** A script that each list has blocked for years. */
const PROBES: Record<Refreshed, string> = {
  ads: "https://securepubads.g.doubleclick.net/tag/js/gpt.js",
  trackers: "https://www.google-analytics.com/analytics.js",
};

type ListEnv = Pick<Env, "RESULTS" | "AD_LISTS" | "TRACKER_LISTS">;

/** Refreshes the lists whose time has come. A failure is logged, and `GET /health` reports it until the next success. */
export async function refreshLists(env: ListEnv, now: number, send: typeof fetch = fetch): Promise<void> {
  const sources: Record<Refreshed, string> = { ads: env.AD_LISTS, trackers: env.TRACKER_LISTS };
  const failed: string[] = [];
  for (const name of REFRESHED) {
    const addresses = sources[name].split(/\s+/).filter((address) => address !== "");
    if (addresses.length === 0) continue;
    try {
      await refresh(env.RESULTS, name, addresses, now, send);
    } catch (error) {
      failed.push(name);
      log.error("A filter list was not refreshed. The one before stays in use.", { list: name, error });
    }
  }
  if (failed.length > 0) await env.RESULTS.put(LISTS_FAILURE_KEY, failed.join());
  else await env.RESULTS.delete(LISTS_FAILURE_KEY);
}

async function refresh(
  bucket: R2Bucket,
  name: Refreshed,
  addresses: string[],
  now: number,
  send: typeof fetch,
): Promise<void> {
  const { ENGINE_VERSION } = await import("@ghostery/adblocker");
  const key = listKey(name, ENGINE_VERSION);
  const known = await bucket.head(key);
  if (known && now - known.uploaded.getTime() < MAX_AGE_MS) return;
  const lists: string[][] = [];
  for (const address of addresses) lists.push(await download(address, send));
  const rules = lists.flat().filter((line) => line !== "" && !/^[![]/.test(line));
  const before = Number(known?.customMetadata?.rules ?? 0);
  const least = Math.max(MIN_RULES, before * MIN_SHARE);
  if (rules.length < least)
    throw new Error(`The list has ${rules.length} rules, less than ${Math.ceil(least)}.`);
  const engine = await engineOf(rules);
  const probe = { request: { url: PROBES[name] }, resourceType: "Script" } as const;
  if (!engine.match(requestOf(probe, "https://example.com/")).match) {
    throw new Error(`The list does not block ${PROBES[name]}.`);
  }
  const bytes = engine.serialize();
  await bucket.put(key, bytes, { customMetadata: { rules: String(rules.length) } });
  log.info("A filter list was refreshed.", { list: name, rules: rules.length, bytes: bytes.length });
}

/** The lines of a list. Throws when it is not complete. */
async function download(address: string, send: typeof fetch): Promise<string[]> {
  const response = await send(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok || !response.body) throw new Error(`${address} returned ${response.status}.`);
  let text = "";
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.length > MAX_LIST_CHARS) throw new Error(`${address} is larger than a list.`);
  }
  if (!/^\[Adblock/i.test(text) || !text.endsWith("\n")) throw new Error(`${address} is not a whole list.`);
  return text.split(/\r?\n/);
}

async function engineOf(rules: string[]): Promise<FiltersEngine> {
  const { FiltersEngine } = await import("@ghostery/adblocker");
  const parts: FiltersEngine[] = [];
  for (let from = 0; from < rules.length; from += LINES_AT_ONCE) {
    const piece = rules.slice(from, from + LINES_AT_ONCE).join("\n");
    // Of a serialised engine only bytes stay in memory.
    parts.push(FiltersEngine.deserialize(FiltersEngine.parse(piece, ENGINE_CONFIG).serialize()));
    // Jobs run in between.
    await scheduler.wait(0);
  }
  return FiltersEngine.merge(parts, { useBinaryMerge: true });
}
