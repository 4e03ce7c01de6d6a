/**
 * Clears a page of what the option `block` names. Requests for it are refused while the page loads. Before the capture, consent
 * is refused, and what is left of it is hidden.
 */
import { getDomain } from "tldts";
import { z } from "zod";
import type { Unwanted } from "#contract/job/values.ts";
import { call, evaluate, Navigated } from "../devtools/in-page.ts";
import { within } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import type { Tab } from "../tab/tab.ts";
import { CHAT_ELEMENTS } from "./chats.ts";
import { BANNERS } from "./cookie-banners.ts";
import hideInPage from "./hide.in-page.js";
import { loadList } from "./lists.ts";
import namesInPage from "./names.in-page.js";
import { refuseConsent } from "./refuse-consent.ts";
import { requestOf } from "./request-of.ts";

/** Longest time for hiding, because a page whose scripts hang never responds. */
const HIDE_MS = 5_000;
/** Further frames are left as they are. Each has this time, because its scripts may hang. */
const MAX_FRAMES = 20;
const HIDE_IN_FRAME_MS = 1_000;
/** Elements that are hidden also when they appear later. The rules of the lists depend on the names that the page has. */
const HIDDEN: Partial<Record<Unwanted, readonly string[]>> = { cookieBanners: BANNERS, chats: CHAT_ELEMENTS };
/** Most addresses of refused frames and pictures whose elements are hidden. */
const MAX_LEFT_OUT = 500;

const names = z.array(z.string());
const Names = z.object({ url: z.string(), classes: names, ids: names, hrefs: names });

export interface Clearing {
  /** Number of requests that were refused. */
  readonly refused: number;
  /**
   * Refuses consent and hides what is left, within `ms` and `HIDE_MS`. A page that spoils it is captured as it is.
   * @throws Navigated when the refusal of consent has loaded the page again
   */
  clear(ms: number, journal: Journal): Promise<void>;
}

/** Begins to refuse the page's requests. Called before the tab opens `url`. Null when the job wants everything. */
export async function beginClearing(
  tab: Tab,
  url: string,
  unwanted: readonly Unwanted[] | undefined,
  bucket: Pick<R2Bucket, "get">,
): Promise<Clearing | null> {
  if (!unwanted || unwanted.length === 0) return null;
  const engines = await Promise.all(unwanted.map((name) => loadList(bucket, name)));
  const hidden = unwanted.flatMap((name) => HIDDEN[name] ?? []);
  const hasBanners = unwanted.includes("cookieBanners");
  const leftOut = new Set<string>();
  let refused = 0;
  // Some banners load the page again each time. So in the next document they are only hidden.
  let mayRefuse = hasBanners;

  tab.guard.isUnwanted = (event) => {
    const request = requestOf(event, tab.traffic.documentResponse?.url ?? url);
    if (!engines.some((engine) => engine.match(request).match)) return false;
    if (leftOut.size < MAX_LEFT_OUT && /^(Document|Image)$/.test(event.resourceType))
      leftOut.add(event.request.url);
    if (event.responseHeaders === undefined) refused += 1;
    return true;
  };

  // A frame has a document of its own, and the lists have rules for its address.
  async function hide(hasBanner: boolean): Promise<boolean> {
    const frames = tab.frames.all().slice(0, MAX_FRAMES);
    const inFrames = frames.map((frame) =>
      within(
        hideIn(frame, false, null).catch(() => false),
        HIDE_IN_FRAME_MS,
        () => false,
      ),
    );
    const [hidden] = await Promise.all([
      hideIn(tab, hasBanner, hasBanners ? BANNERS.join(",") : null),
      ...inFrames,
    ]);
    return hidden;
  }

  async function hideIn(
    { cdpSession, realm }: { cdpSession: Tab["cdpSession"]; realm?: string },
    hasBanner: boolean,
    banners: string | null,
  ): Promise<boolean> {
    const { url: page, ...found } = await evaluate(cdpSession, call(namesInPage), Names, realm);
    const { hostname } = new URL(page);
    const about = { url: page, hostname, domain: getDomain(hostname) ?? hostname, ...found };
    const styles = engines.map(
      (engine) => engine.getCosmeticsFilters({ ...about, getInjectionRules: false }).styles,
    );
    if (hidden.length > 0) styles.push(`${hidden.join()} { display: none !important }`);
    const want = { styles: styles.join("\n"), leftOut: [...leftOut], hasBanner, banners };
    return evaluate(cdpSession, call(hideInPage, want), z.boolean(), realm);
  }

  function replaced(error: unknown): never {
    mayRefuse = false;
    throw error;
  }

  return {
    get refused() {
      return refused;
    },
    async clear(ms, journal) {
      await journal.time("clear", async () => {
        const hasBanner = mayRefuse && (await refuseConsent(tab, ms).catch(replaced));
        await within(hide(hasBanner).catch(spoiled), HIDE_MS, () => false);
      });
    },
  };
}

function spoiled(error: unknown): boolean {
  if (error instanceof Navigated) throw error;
  return false;
}
