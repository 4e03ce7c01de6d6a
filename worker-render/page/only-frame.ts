/**
 * Pages that are nothing but a frame as large as the window, such as those of a domain that is forwarded in a frame, and sets of
 * frames, such as old manuals. A frame is captured at its scroll position, so that only its first screen would be in the file. Its
 * own page is converted instead.
 */
import { z } from "zod";
import { call, evaluate } from "../devtools/in-page.ts";
import { within } from "../fault/budget.ts";
import type { Tab } from "../tab/tab.ts";
import onlyFrameInPage from "./only-frame.in-page.js";

/** Longest wait for one document, because its scripts may hang. */
const LOOK_MS = 1_000;
/** The size of a window is rounded in other places than that of its frame. */
const ROUNDED_PX = 1;

const Size = z.object({ width: z.number(), height: z.number() });
const Look = z.object({
  url: z.string(),
  referrer: z.string(),
  size: Size,
  frame: Size.nullable(),
  others: z.number(),
  scrolls: z.boolean(),
});

/** An address, and where a browser says that it comes from. */
export interface Address {
  url: string;
  referrer: string;
}

interface Inner extends Address {
  /** Number of frames beside it, which are not in the result. */
  others: number;
}

/**
 * The address of the page in the frame, if the frame is all that the tab shows, or most of a set of frames, and shows only a part of
 * that page.
 */
export async function onlyFrame({ cdpSession, frames }: Tab): Promise<Inner | null> {
  const direct = frames.all().filter((frame) => frame.direct);
  if (direct.length === 0) return null;
  const outer = await look(cdpSession);
  const place = outer?.frame;
  if (!place) return null;
  const looks = await Promise.all(direct.map((frame) => look(frame.cdpSession, frame.realm)));
  const inner = looks.find((one) => one !== null && fits(one.size, place));
  if (!inner || !/^https?:/.test(inner.url)) return null;
  return inner.scrolls || inner.frame ? { ...inner, others: outer.others } : null;
}

function fits(size: z.infer<typeof Size>, place: z.infer<typeof Size>): boolean {
  return (
    Math.abs(size.width - place.width) <= ROUNDED_PX && Math.abs(size.height - place.height) <= ROUNDED_PX
  );
}

/** Null for a document that does not respond, is gone, or has replaced built-in functions. */
function look(cdpSession: Tab["cdpSession"], realm?: string): Promise<z.infer<typeof Look> | null> {
  const response = evaluate(cdpSession, call(onlyFrameInPage), Look, realm).catch(() => null);
  return within(response, LOOK_MS, () => null);
}
