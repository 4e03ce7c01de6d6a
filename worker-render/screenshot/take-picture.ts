/** Takes one picture: in one piece where it fits, else in bands that are joined while they come. */
import { LIMITS } from "#contract/limits.ts";
import { ignore } from "../devtools/commands.ts";
import { PageFault } from "../fault/page-fault.ts";
import type { Tab } from "../tab/tab.ts";
import { type Band, mostBytesOf } from "./bands.ts";
import { captureBand, type Format } from "./capture-band.ts";
import { stitchJpeg } from "./join/jpeg.ts";
import { stitchPng } from "./join/png.ts";
import { isOneColour } from "./one-colour.ts";
import type { Plan } from "./plan.ts";
import { resizeBands, rowsOfBands } from "./resize-bands.ts";
import { type InTurn, inTurn, LARGE_BYTES } from "./turns.ts";

/** Whether a band just captured shows the same layout as the others. */
export type Check = () => Promise<boolean>;

/** Pixels across of the small picture in which a blank page is recognised. */
const BLANK_LOOK_PX = 400;
/** A single colour takes up to as many bytes and bytes a px, measured: a frame that was never drawn looks like that. */
const BLANK_HEAD_BYTES = 1_500;
const BLANK_BYTES_PER_PX = { png: 0.0175, jpeg: 0.006, webp: 0.0015 } as const;

/** The page below its window, which Chromium draws or not (see `tab/whole-document.ts`). */
interface Below {
  /** CSS px from the top of the picture to the window's bottom edge. */
  top: number;
  /** Looks whether it is drawn. No other capture may run meanwhile. */
  isDrawn(): Promise<boolean>;
}

/** The page is not drawn below its window. */
export class NotDrawn extends Error {
  override name = "NotDrawn";
}

async function requireDrawn({ isDrawn }: Below): Promise<void> {
  if (!(await isDrawn())) throw new NotDrawn("The page is not drawn below its window.");
}

export interface Shooting {
  tab: Pick<Tab, "cdpSession" | "targetId">;
  plan: Plan;
  /** The device's own part of the extent's scale. */
  ratio: number;
  /** Whether Chromium draws what is below the window for this picture only (see `tab/whole-document.ts`). */
  beyond: boolean;
  /** Must be drawn in a picture of several bands, or the picture ends with `NotDrawn`. */
  below?: Below | undefined;
  /** Words stand somewhere in the picture, so it cannot be of one colour. */
  isInked: boolean;
  /** The picture may be transparent. */
  hasAlpha: boolean;
}

/** The parts of the picture's file. */
export function takePicture(shooting: Shooting, check: Check): AsyncGenerator<Uint8Array> {
  const { plan, hasAlpha, tab } = shooting;
  const { file, bands, from, to } = plan;
  const { type } = file;
  if (!to && bands.length > 1 && type === "webp") return wholeWebp(shooting, check);
  const captured = capture(shooting, check);
  const resizing = to && { from, to, type, quality: file.quality, hasAlpha };
  const pictures = resizing ? resizeBands(tab, captured, resizing) : captured;
  const count = resizing ? rowsOfBands(resizing).length : bands.length;
  if (count === 1) return pictures;
  const { height } = to ?? from;
  return checked(type === "png" ? stitchPng(pictures, height, hasAlpha) : stitchJpeg(pictures, height));
}

function formatOf({ plan, ratio, beyond }: Shooting): Format {
  return { ...plan.captured, ratio, beyond };
}

/**
 * The bands in their order. The browser draws the next one while the last is being joined, if there is room for both. Gives no
 * band before it is known that the page is drawn below its window.
 */
async function* capture(
  shooting: Shooting,
  check: Check,
  format = formatOf(shooting),
): AsyncGenerator<Uint8Array> {
  const { tab, plan, isInked } = shooting;
  const { extent, bands } = plan;
  const below = bands.length > 1 ? shooting.below : undefined;
  const isBelow = (band: Band | undefined) => below && band && band.top >= below.top;
  const shot = (band: Band) => {
    const most = mostBytesOf(band, extent, format);
    const picture = inTurn(most, () => captureBand(tab.cdpSession, format, extent, band));
    // The reader handles the error; there may be no reader any more.
    picture.catch(() => undefined);
    return picture;
  };
  let next: Promise<InTurn> | null = null;
  let endTurn = ignore;
  const take = async (picture: Promise<InTurn>) => {
    endTurn();
    const { bytes, end } = await picture;
    endTurn = end;
    return bytes;
  };
  const held: Uint8Array[] = [];
  let isKnown = !below;
  // The last band that is not blank shows that all before it were drawn.
  let mustLook = true;
  try {
    for (const [index, band] of bands.entries()) {
      const following = bands[index + 1];
      const isBlank = ({ length }: Uint8Array) =>
        length <
        BLANK_HEAD_BYTES + band.rows * extent.cssWidth * extent.scale * BLANK_BYTES_PER_PX[format.type];
      let bytes = await take(next ?? shot(band));
      const blank = isBlank(bytes);
      if (blank && index === 0) bytes = await take(shot(band));
      if (blank && bands.length === 1 && isInked) await refuseOneColour(shooting, band);
      if (!(await check())) bytes = await take(shot(band));
      held.push(bytes);
      if (isBelow(band)) mustLook = isBlank(bytes);
      // The next band will show it, if it is not blank.
      const mayWait = index === 0 && isBelow(following) && bytes.length <= LARGE_BYTES;
      if (!isKnown && !mayWait) {
        if (below && mustLook) await requireDrawn(below);
        isKnown = true;
      }
      next = following && bytes.length <= LARGE_BYTES ? shot(following) : null;
      if (isKnown) yield* held.splice(0);
    }
    if (below && mustLook) await requireDrawn(below);
  } finally {
    endTurn();
    next?.then(({ end }) => end(), ignore);
  }
}

/** White words on white are a blank picture, whatever the document says. */
async function refuseOneColour(shooting: Shooting, { top, height }: Band): Promise<void> {
  const { tab, plan, ratio } = shooting;
  const { extent } = plan;
  const scale = Math.min(1, BLANK_LOOK_PX / extent.cssWidth) * ratio;
  const rows = Math.round(height * scale);
  const look = { ...formatOf(shooting), type: "png", quality: undefined } as const;
  const picture = await captureBand(tab.cdpSession, look, { ...extent, scale }, { top, height, rows });
  if (!isOneColour(picture)) return;
  throw new PageFault(
    "empty_page",
    "capturing",
    "The page has text, but the screenshot shows a single colour.",
  );
}

/** WebP cannot be joined. It is smaller than the same bands in another type, so those say whether one message holds it. */
async function* wholeWebp(shooting: Shooting, check: Check): AsyncGenerator<Uint8Array> {
  const { tab, plan, below } = shooting;
  const { extent } = plan;
  const format = formatOf(shooting);
  const probe: Format =
    format.quality === 100 ? { ...format, type: "png", quality: undefined } : { ...format, type: "jpeg" };
  let bytes = 0;
  for await (const picture of capture(shooting, check, probe)) {
    bytes += picture.length;
    if (bytes > LIMITS.webpBytes) throw new PageFault("result_too_large", "capturing");
  }
  const { cssHeight: height, scale } = extent;
  const band = { top: 0, height, rows: Math.round(height * scale) };
  const picture = await inTurn(bytes, () => captureBand(tab.cdpSession, format, extent, band));
  try {
    if (below) await requireDrawn(below);
    yield picture.bytes;
  } finally {
    picture.end();
  }
}

/** Bands that do not fit together are the browser's doing: the job may be tried again. */
async function* checked(parts: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* parts;
  } catch (error) {
    if (error instanceof PageFault || error instanceof NotDrawn) throw error;
    throw new Error("the picture's bands could not be joined", { cause: error });
  }
}
