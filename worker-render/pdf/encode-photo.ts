/** Writes photos of a print as smaller JPEG files, in the tab that has printed them: the browser is much faster than a Worker. */
import { z } from "zod";
import type { Shrinking } from "#pdf/shrink-images.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import { call, evaluate, Navigated, Spoiled } from "../devtools/in-page.ts";
import { type Budget, within } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import encodePhotoInPage from "./encode-photo.in-page.js";

/** Of one print. Meanwhile, other prints of this browser wait. */
const ENCODE_MS = 6_000;
/** Time that is left to store the file. */
const RESERVE_MS = 3_000;
/** In Base64 it is far below 32 MiB, the largest message of a DevTools connection, and is in memory three times. */
const MAX_PHOTO_BYTES = 8_000_000;
/** A tab needs 7 bytes for each. */
const MAX_PHOTO_PX = 40_000_000;
/** Loss that is not seen at this quality. */
const QUALITY = 0.82;

const Encoded = z.base64().nullable();

/** Shrinks photos in the tab. Once the time is used up, the rest of them stay as they are, with a warning. */
export function shrinkingIn(
  cdpSession: CDPSession,
  maxDpi: number,
  budget: Budget,
  journal: Journal,
): Shrinking {
  // Begins with the first photo, because the print may wait for others before that.
  let endsAt: number | null = null;
  let isLate = false;
  const onExcess = () => journal.warn(KEPT);
  const encode: Shrinking["encode"] = async ({ bytes, ...photo }, size) => {
    if (isLate || bytes.length > MAX_PHOTO_BYTES || photo.width * photo.height > MAX_PHOTO_PX) {
      onExcess();
      return null;
    }
    endsAt ??= Date.now() + budget.share(ENCODE_MS, RESERVE_MS);
    const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");
    const expression = call(encodePhotoInPage, { data, ...photo }, size, QUALITY);
    const encoding = evaluate(cdpSession, expression, Encoded).catch((error: unknown) => {
      if (error instanceof Spoiled || error instanceof Navigated) return null;
      throw error;
    });
    const encoded = await within(encoding, Math.max(0, endsAt - Date.now()), () => {
      isLate = true;
      onExcess();
      return null;
    });
    return encoded === null ? null : Buffer.from(encoded, "base64");
  };
  return { maxDpi, encode, onExcess };
}

const KEPT = {
  code: "images_kept",
  message: "Some images are too large, or there was no time to make them smaller. They stay as they are.",
};
