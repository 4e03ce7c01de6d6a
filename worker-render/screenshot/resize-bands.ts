/**
 * Resizes a picture while its bands come, in the page's tab: the browser decodes and encodes every type, and the Worker's
 * memory holds one band. Chromium's own scaled captures and bitmaps lose lines of 1 px in canvases and layers.
 */
import { z } from "zod";
import { CONTENT_TYPES, type ScreenshotType } from "#contract/job/values.ts";
import { LIMITS } from "#contract/limits.ts";
import { encoding } from "../devtools/encoding.ts";
import { call, evaluate, Navigated, Spoiled } from "../devtools/in-page.ts";
import { orFault } from "../fault/budget.ts";
import { PageFault } from "../fault/page-fault.ts";
import type { Tab } from "../tab/tab.ts";
import { bandsOf } from "./bands.ts";
import { imageSize } from "./image-size.ts";
import { release } from "./join/release.ts";
import resampleInPage from "./resample.in-page.js";
import type { Size } from "./resize.ts";

/** Longest wait for one band. It is the same for the capture of a WebP. */
const BAND_TIMEOUT_MS = 25_000;
const MAX_CHARS = Math.ceil(LIMITS.webpBytes / 3) * 4;
/** The same text in quotes. */
const MAX_JSON_CHARS = MAX_CHARS + 2;

export interface Resizing {
  from: Size;
  to: Size;
  type: ScreenshotType;
  quality: number | undefined;
  hasAlpha: boolean;
}

/** Rows of each band of the small picture. A WebP cannot be joined, so it has one band. */
export function rowsOfBands({ to, type, quality }: Resizing): number[] {
  if (type === "webp") return [to.height];
  const extent = { cssWidth: to.width, cssHeight: to.height, scale: 1 };
  return bandsOf(extent, type, quality).map(({ rows }) => rows);
}

/** The bands of the small picture. `pictures`: PNGs with all rows of the large one. Empties each of them. */
export async function* resizeBands(
  { cdpSession, targetId }: Pick<Tab, "cdpSession" | "targetId">,
  pictures: AsyncIterable<Uint8Array>,
  resizing: Resizing,
): AsyncGenerator<Uint8Array> {
  const { from, to, type, quality, hasAlpha } = resizing;
  // An isolated world, because the page may have replaced what a picture needs.
  const { executionContextId } = await cdpSession.send("Page.createIsolatedWorld", { frameId: targetId });
  const run = <T>(expression: string, schema: z.ZodType<T>) =>
    inTime(
      encoding(cdpSession, evaluate(cdpSession, expression, schema, executionContextId, MAX_JSON_CHARS)),
    );
  const bands = rowsOfBands(resizing);
  const plan = {
    from,
    to,
    bands,
    type: CONTENT_TYPES[type],
    quality: quality && quality / 100,
    hasAlpha,
    maxChars: MAX_CHARS,
  };
  await run(`!!(globalThis.resampler=${call(resampleInPage, plan)})`, z.literal(true));
  const push = async (picture: Uint8Array) => {
    const data = Buffer.from(picture).toString("base64");
    release(picture);
    return run(`resampler.push("${data}")`, z.number().int());
  };
  const take = async (rows: number | undefined) => {
    const taken = await run("resampler.take()", z.string().max(MAX_CHARS));
    if (taken === "") throw new PageFault("result_too_large", "capturing");
    const bytes = Buffer.from(taken, "base64");
    const size = imageSize(bytes, type);
    if (size?.width !== to.width || size.height !== rows) throw new PageFault("capture_failed", "capturing");
    return bytes;
  };
  let next = 0;
  for await (const picture of pictures) {
    for (let ready = await push(picture); ready > 0; ready -= 1) {
      yield await take(bands[next]);
      next += 1;
    }
  }
}

async function inTime<T>(response: Promise<T>): Promise<T> {
  try {
    return await orFault(response, BAND_TIMEOUT_MS, "capture_failed", "capturing");
  } catch (error) {
    if (error instanceof Navigated || error instanceof Spoiled)
      throw new PageFault("capture_failed", "capturing");
    throw error;
  }
}
