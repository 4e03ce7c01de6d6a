/** Waits until the frames of a page are ready. The page itself cannot see what its frames wait for. */
import { z } from "zod";
import { call, evaluate } from "../devtools/in-page.ts";
import { within } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import { Letters, READ_LETTERS } from "../fonts/letters.ts";
import type { Shown } from "../fonts/page-fonts.ts";
import type { Frame } from "../tab/frames.ts";
import type { Tab } from "../tab/tab.ts";
import { Reported } from "../tab/unusable.ts";
import drawnInPage from "./drawn.in-page.js";
import endMotionInPage from "./end-motion.in-page.js";
import paintsInPage from "./paints.in-page.js";
import placesInPage from "./places.in-page.js";
import readyInPage from "./ready.in-page.js";
import scrollThroughInPage from "./scroll-through.in-page.js";
import showFrameInPage from "./show-frame.in-page.js";

/** Longest time for bringing one frame into view, because its scripts may hang. */
const SHOW_ONE_MS = 1_000;
/** Further frames are captured as they are. */
const MAX_FRAMES = 50;
/** A frame is not scrolled, and its phases have half of the page's time. */
const WANT = {
  wholePage: false,
  reachPx: 0,
  restless: false,
  fontsMs: 1_500,
  lazyMs: 0,
  noticeMs: 0,
  tickMs: 0,
  fadeMs: 0,
  imagesMs: 2_500,
  slowImagesMs: 0,
  nextImageMs: 0,
  followingImagesMs: 0,
  imagesUntilMs: 0,
  settleMs: 1_500,
  typingMs: 1_500,
  quietMs: 250,
  seenQuietMs: 100,
  putOffMs: 1_000,
  blankMs: 0,
};

const Warning = z.object({ code: z.string(), message: z.string(), url: z.string().optional() });
const FrameReadiness = z.object({
  readiness: z.object({ warnings: z.array(Warning), unusable: Reported }),
  letters: Letters,
});

export interface FramesWanted {
  /** Frames below the first screen are in the result. */
  wholePage: boolean;
  /** Pictures must be decoded. */
  decode: boolean;
  /** Animations that end are captured in their last state. */
  endMotion: boolean;
}

/**
 * Makes the frames ready within `ms`. A browser does not fully load frames that are out of view, so each is scrolled into
 * view first, one after the other. Then all get ready at once.
 * Returns what they show.
 * @param known realms of the frames that were in view before; the new ones are added
 */
export async function makeFramesReady(
  tab: Tab,
  known: Set<string>,
  { wholePage, decode, endMotion }: FramesWanted,
  ms: number,
  journal: Journal,
): Promise<Shown[]> {
  const frames = tab.frames.all().slice(0, MAX_FRAMES);
  if (frames.length === 0) return [];
  return journal.time("frames", async () => {
    const endsAt = Date.now() + ms;
    const fresh = frames.filter(({ realm, direct }) => direct && !known.has(realm));
    for (const { realm } of fresh) known.add(realm);
    if (wholePage && fresh.length > 0) await show(tab, fresh, ms / 2);
    const ready = call(
      readyInPage,
      { ...WANT, decode, endMotion },
      paintsInPage,
      endMotionInPage,
      scrollThroughInPage,
    );
    const expression = `(async()=>({readiness:await ${ready},letters:${READ_LETTERS}}))()`;
    const looks = frames.map(async ({ cdpSession, id, realm }): Promise<Shown | null> => {
      const { readiness, letters } = await evaluate(cdpSession, expression, FrameReadiness, realm);
      for (const warning of readiness.warnings) journal.warn(warning);
      tab.traffic.addUnusable(readiness.unusable);
      return { cdpSession, frameId: id, letters };
    });
    const leftMs = Math.max(0, endsAt - Date.now());
    const shown = await Promise.all(looks.map((one) => within(one.catch(asItIs), leftMs, asItIs)));
    return shown.filter((one) => one !== null);
  });
}

/** For a frame that is gone, hangs, or has replaced built-in functions: it is captured as it is. */
function asItIs(): null {
  return null;
}

async function show({ cdpSession }: Tab, frames: Frame[], ms: number): Promise<void> {
  const endsAt = Date.now() + ms;
  const places = (want: { frames: number; back: boolean }) =>
    briefly(evaluate(cdpSession, call(placesInPage, want), z.boolean()), ms);
  if (!(await places({ frames: frames.length, back: false }))) return;
  for (const { cdpSession: own, realm } of frames) {
    const left = endsAt - Date.now();
    if (left <= 0) break;
    await briefly(evaluate(own, call(showFrameInPage, drawnInPage), z.boolean(), realm), left);
  }
  await places({ frames: 0, back: true });
}

/** False when the response fails or takes too long. */
function briefly(response: Promise<boolean>, ms: number): Promise<boolean> {
  return within(
    response.catch(() => false),
    Math.min(ms, SHOW_ONE_MS),
    () => false,
  );
}
