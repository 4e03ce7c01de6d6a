/** Waits until an opened page is really ready, and makes it fit to be captured. Nothing that hangs may hold it for long. */
import { z } from "zod";
import type { JobOptions } from "#contract/job/request.ts";
import { Completeness } from "#contract/job/view.ts";
import { call, evaluate, Navigated, Spoiled } from "../devtools/in-page.ts";
import { type Budget, orFault } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import type { Tab } from "../tab/tab.ts";
import { makeFramesReady } from "./frames.ts";
import type { OpenedPage, Pdf } from "./open.ts";
import paintsInPage from "./paints.in-page.js";
import readyInPage from "./ready.in-page.js";
import tidyInPage from "./tidy.in-page.js";
import { READ_SIGNS, Signs } from "./walls.ts";
import wixInPage from "./wix.in-page.js";

/** What printing or capturing needs at least. */
const RESERVE_MS = 5_000;
/** Each phase's own short share. */
const SHARES = {
  fontsMs: 3_000,
  lazyMs: 5_000,
  imagesMs: 5_000,
  settleMs: 3_000,
  quietMs: 250,
  seenQuietMs: 100,
  putOffMs: 1_000,
  blankMs: 3_000,
};
/** Requests under way after the load event: how long all of them, and how long one, may keep us. Their effect comes a moment later. */
const DATA = { totalMs: 4_000, quietMs: 100, oneMs: 3_000, effectMs: 250 };
/** The frames of the page, each time they are looked at. */
const FRAMES_MS = 5_000;
/** All phases of one look at most; a page whose scripts hang never answers. */
const LOOK_MS = 20_000;
/** Content that asks for content that asks for content. */
const MAX_ROUNDS = 3;

const Warning = z.object({ code: z.string(), message: z.string(), url: z.string().optional() });
const Readiness = z.object({
  blank: z.boolean(),
  height: z.number(),
  warnings: z.array(Warning),
  timings: z.record(z.string(), z.number()),
  pictures: Completeness.shape.images,
  fontsMissing: z.boolean(),
});
const PaperRules = z.object({
  any: z.boolean(),
  sized: z.boolean(),
  margins: z.object({ left: z.number().optional(), right: z.number().optional() }),
  fits: z.boolean(),
});
export type PaperRules = z.infer<typeof PaperRules>;
const Shape = z.object({
  title: z.string(),
  height: z.number(),
  window: z.object({ width: z.number().positive(), height: z.number().positive() }),
  paper: PaperRules.nullable(),
});
const Answer = z.object({ readiness: Readiness, shape: Shape, signs: Signs });

export interface ReadyPage {
  title: string;
  /** CSS px of the whole document. */
  height: number;
  /** CSS px that the window shows; on a phone, more than the viewport when the page is made for wider ones. */
  window: { width: number; height: number };
  /** What its styles say of paper; null for a screenshot, or where they cannot be read. */
  paper: PaperRules | null;
  /** Whether words can be seen on the screen. */
  hasWords: boolean;
  completeness: Completeness;
}

/** CSS px from the page's top that can be seen in the result: content below is not waited for. */
export type Reach = { wholePage: boolean; reachPx: number };

/** Throws PageFault `empty_page` when nothing has been painted, `page_timeout` when the page's scripts hang. */
export async function makeReady(
  tab: Tab,
  opened: OpenedPage,
  options: JobOptions,
  reach: Reach,
  budget: Budget,
  journal: Journal,
): Promise<ReadyPage | Pdf> {
  const { traffic } = tab;
  let restless = traffic.servedAt > Date.now() - DATA.effectMs;
  let dataMs = DATA.totalMs;
  const framesShown = new Set<string>();
  const ofFrames = { wholePage: reach.wholePage, decode: options.outputType === "screenshot" };
  for (let round = 1; ; round += 1) {
    await makeFramesReady(tab, framesShown, ofFrames, budget.share(FRAMES_MS, RESERVE_MS), journal);
    if (traffic.open(DATA.oneMs).length > 0) {
      restless = true;
      const from = Date.now();
      const ms = budget.share(dataMs, RESERVE_MS);
      await journal.time("data", () => traffic.quiet(ms, DATA.quietMs, DATA.oneMs));
      dataMs -= Date.now() - from;
    }
    const lookedAt = Date.now();
    const last = round === MAX_ROUNDS;
    const response = await look(tab, options, { ...reach, restless }, budget).catch((error: unknown) => {
      if (error instanceof Navigated) return null;
      if (error instanceof Spoiled) return asItStands(tab, journal);
      throw error;
    });
    if (!response) {
      const next = await opened.again();
      if (next.kind === "pdf") return next;
      opened = next;
      continue;
    }
    const { readiness, shape, signs } = response;
    for (const [phase, ms] of Object.entries(readiness.timings)) {
      if (ms >= 1) journal.timings[phase] = (journal.timings[phase] ?? 0) + Math.round(ms);
    }
    const unseen = traffic.servedAt >= Math.max(lookedAt, Date.now() - DATA.effectMs);
    if (!last && (unseen || traffic.open(DATA.oneMs).length > 0)) {
      restless = true;
      continue;
    }
    const wall = opened.wall(signs);
    if (wall) {
      if (!opened.mayPass(wall)) throw new PageFault(wall.code, "preparing", wall.message);
      if (await opened.replaced()) {
        const next = await opened.again();
        if (next.kind === "pdf") return next;
        opened = next;
      }
      round = 0;
      continue;
    }
    for (const warning of readiness.warnings) journal.warn(warning);
    for (const warning of traffic.failures()) journal.warn(warning);
    for (const { type, url } of traffic.open()) {
      if (type === "Script") opened.documents.leaveOut(url, journal);
    }
    if (readiness.blank) throw new PageFault("empty_page", "preparing");
    const hasWords = signs === null || signs.text !== "";
    return { ...shape, hasWords, completeness: completenessOf(tab, opened, readiness) };
  }
}

function completenessOf(
  { guard, traffic }: Tab,
  { documents }: OpenedPage,
  { pictures, fontsMissing }: z.infer<typeof Readiness>,
): Completeness {
  const failed = new Set(traffic.failures().map(({ url }) => url)).size;
  return {
    document: documents.cut ? "cut" : "whole",
    fonts: fontsMissing ? "missing" : "loaded",
    images: pictures,
    requests: {
      total: documents.requests,
      failed,
      slow: documents.slow.size,
      blocked: guard.warnings().length,
    },
  };
}

async function look(
  tab: Tab,
  options: JobOptions,
  want: Reach & { restless: boolean },
  budget: Budget,
): Promise<z.infer<typeof Answer>> {
  const wix = options.platform === "wix" ? `${call(wixInPage)};` : "";
  const ready = call(
    readyInPage,
    { ...SHARES, ...want, decode: options.outputType === "screenshot" },
    paintsInPage,
  );
  const tidy = call(tidyInPage, { unpin: want.wholePage, paper: options.outputType === "pdf" });
  const expression = `(async()=>{${wix}const readiness=await ${ready};${wix}const signs=${READ_SIGNS};const shape=${tidy};return {readiness,shape,signs}})()`;
  const ms = budget.share(LOOK_MS, RESERVE_MS);
  return orFault(evaluate(tab.cdpSession, expression, Answer), ms, "page_timeout", "preparing");
}

/** A page that replaces the built-ins of its scripts with others cannot be asked; it is captured as it stands. */
async function asItStands({ cdpSession }: Tab, journal: Journal): Promise<z.infer<typeof Answer>> {
  journal.warn({
    code: "not_inspected",
    message: "The page could not be inspected. It was captured in its current state.",
  });
  const metrics = await cdpSession.send("Page.getLayoutMetrics");
  const { clientWidth: width, clientHeight: height } = metrics.cssLayoutViewport;
  return {
    readiness: {
      blank: false,
      height: metrics.cssContentSize.height,
      warnings: [],
      timings: {},
      pictures: { total: 0, loaded: 0 },
      fontsMissing: false,
    },
    shape: { title: "", height: metrics.cssContentSize.height, window: { width, height }, paper: null },
    signs: { url: "", title: "", text: "", marks: [], asksPassword: false, asksText: false },
  };
}
