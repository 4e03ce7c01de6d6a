/** The filter lists of `block`. Each is an engine, which is loaded when the first job asks for the list. */
import type { FiltersEngine } from "@ghostery/adblocker";
import type { Unwanted } from "#contract/job/values.ts";
import { log } from "#log/log.ts";
import { listKey } from "#store/filter-lists.ts";
import { within } from "../fault/budget.ts";
import ADS from "./built-in-ads.bin";
import CHATS from "./built-in-chats.bin";
import COOKIE_BANNERS from "./built-in-cookieBanners.bin";
import TRACKERS from "./built-in-trackers.bin";

/** Lists that the weekly refresh writes to R2. */
export const REFRESHED = ["ads", "trackers"] as const satisfies readonly Unwanted[];
export type Refreshed = (typeof REFRESHED)[number];

/** After this time R2 is read again. */
const KEEP_MS = 86_400_000;
/** After R2 has failed. */
const RETRY_MS = 60_000;
const READ_TIMEOUT_MS = 3_000;

/** The lists of the build, as serialised engines. */
const BUILT_IN: Record<Unwanted, ArrayBuffer> = {
  ads: ADS,
  trackers: TRACKERS,
  chats: CHATS,
  cookieBanners: COOKIE_BANNERS,
};

interface Loaded {
  engine: Promise<FiltersEngine>;
  /** Unix ms. */
  until: number;
}

const loaded = new Map<Unwanted, Loaded>();

/** The engine of a list. All jobs of this isolate share it. */
export function loadList(bucket: Pick<R2Bucket, "get">, name: Unwanted): Promise<FiltersEngine> {
  const known = loaded.get(name);
  if (known && known.until > Date.now()) return known.engine;
  const entry: Loaded = { engine: readList(bucket, name, () => retry(entry)), until: Date.now() + KEEP_MS };
  loaded.set(name, entry);
  return entry.engine;
}

function retry(entry: Loaded): void {
  entry.until = Date.now() + RETRY_MS;
}

/** Reads the list from R2, or takes the one of the build. `failed` is called when R2 or the list in it is broken. */
export async function readList(
  bucket: Pick<R2Bucket, "get">,
  name: Unwanted,
  failed: () => void,
): Promise<FiltersEngine> {
  const { ENGINE_VERSION, FiltersEngine } = await import("@ghostery/adblocker");
  try {
    const key = listKey(name, ENGINE_VERSION);
    const stored = isRefreshed(name) ? await within(bytesOf(bucket, key), READ_TIMEOUT_MS, isLate) : null;
    if (stored) return FiltersEngine.deserialize(new Uint8Array(stored));
  } catch (error) {
    log.error("A filter list could not be read. The one of the build is in use.", { list: name, error });
    failed();
  }
  return FiltersEngine.deserialize(new Uint8Array(BUILT_IN[name]));
}

async function bytesOf(bucket: Pick<R2Bucket, "get">, key: string): Promise<ArrayBuffer | null> {
  const stored = await bucket.get(key);
  return stored ? stored.arrayBuffer() : null;
}

function isLate(): never {
  throw new Error("R2 does not respond.");
}

function isRefreshed(name: Unwanted): name is Refreshed {
  return REFRESHED.some((other) => other === name);
}
