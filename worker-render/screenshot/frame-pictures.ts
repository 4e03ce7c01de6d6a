/**
 * Chromium does not draw frames of another origin below the first screen: they would be blank in a higher screenshot. So each
 * frame is scrolled into view, and a picture of it is placed over it.
 */
import { z } from "zod";
import type { ScreenshotJobOptions } from "#contract/job/request.ts";
import { call, evaluate } from "../devtools/in-page.ts";
import { within } from "../fault/budget.ts";
import { pixelRatio } from "../page/device.ts";
import drawnInPage from "../page/drawn.in-page.js";
import type { ReadyPage } from "../page/readiness.ts";
import type { Frame } from "../tab/frames.ts";
import type { Tab } from "../tab/tab.ts";
import { bandsOf } from "./bands.ts";
import { scaleOf, showsWholePage } from "./part.ts";
import putPictureInPage from "./put-picture.in-page.js";

/** Longest wait for a frame to be drawn, because its scripts may hang. */
const DRAW_MS = 2_000;
/** Longest time for one piece of a frame, which is as high as the window. */
const PIECE_MS = 3_000;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Places pictures over frames, if the screenshot is higher than the window. Ends within `ms`. */
export async function pictureFrames(
  tab: Tab,
  options: ScreenshotJobOptions,
  page: Pick<ReadyPage, "height" | "window">,
  ms: number,
): Promise<void> {
  const { window } = page;
  if (!showsWholePage(options) || page.height <= window.height) return;
  const endsAt = Date.now() + ms;
  const all = tab.frames.all();
  if (!all.some((frame) => frame.foreign)) return;
  const frames = all.filter((frame) => frame.direct);
  const boxes = await Promise.all(frames.map((frame) => boxOf(tab, frame)));
  const scale = scaleOf(options, page);
  const ratio = pixelRatio(options);
  let hasScrolled = false;
  for (const [index, frame] of frames.entries()) {
    const box = boxes[index];
    if (!box || box.bottom <= window.height) continue;
    hasScrolled = true;
    const extent = { cssWidth: box.right - box.left, cssHeight: window.height, scale };
    const [{ height } = window] = bandsOf(extent, "png", undefined);
    for (let top = box.top; top < box.bottom && Date.now() < endsAt; top += height) {
      const piece = { ...box, top, bottom: Math.min(box.bottom, top + height) };
      const pictured = picturePiece(tab, frame, piece, window.left, scale / ratio).catch(leaveAsIs);
      await within(pictured, PIECE_MS, leaveAsIs);
    }
  }
  if (hasScrolled) await within(scrollTo(tab, 0).catch(leaveAsIs), PIECE_MS, leaveAsIs);
}

/** For a page or a frame that hangs, is gone, or has replaced built-in functions. */
function leaveAsIs(): void {}

/** The place of a frame in CSS px of the page, which is scrolled to its top. Null for a frame that is not shown. */
async function boxOf({ cdpSession }: Tab, { id }: Frame): Promise<Box | null> {
  try {
    const { backendNodeId } = await cdpSession.send("DOM.getFrameOwner", { frameId: id });
    const { quads } = await cdpSession.send("DOM.getContentQuads", { backendNodeId });
    const corners = quads.flat();
    const xs = corners.filter((_, index) => index % 2 === 0);
    const ys = corners.filter((_, index) => index % 2 === 1);
    if (xs.length === 0) return null;
    return {
      left: Math.max(0, Math.floor(Math.min(...xs))),
      top: Math.max(0, Math.floor(Math.min(...ys))),
      right: Math.ceil(Math.max(...xs)),
      bottom: Math.ceil(Math.max(...ys)),
    };
  } catch {
    return null;
  }
}

/** `leftOfView`: CSS px of the document to the left of the box's own zero. */
async function picturePiece(
  tab: Tab,
  frame: Frame,
  box: Box,
  leftOfView: number,
  scale: number,
): Promise<void> {
  const { left, top } = box;
  const width = box.right - left;
  const height = box.bottom - top;
  await scrollTo(tab, top);
  const drawn = evaluate(frame.cdpSession, call(drawnInPage), z.boolean(), frame.realm).catch(() => false);
  await within(drawn, DRAW_MS, () => false);
  const { data } = await tab.cdpSession.send("Page.captureScreenshot", {
    format: "png",
    optimizeForSpeed: true,
    clip: { x: leftOfView + left, y: top, width, height, scale },
  });
  await evaluate(tab.cdpSession, call(putPictureInPage, { data, left, top, width, height }), z.boolean());
}

async function scrollTo({ cdpSession }: Tab, top: number): Promise<void> {
  const expression = `(scrollTo({ left: 0, top: ${top}, behavior: "instant" }), true)`;
  await evaluate(cdpSession, expression, z.boolean());
}
