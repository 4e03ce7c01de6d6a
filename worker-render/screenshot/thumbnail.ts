/** The small second picture of a screenshot: its top, as far as the window reaches. */
import type { Extent } from "./bands.ts";
import { type Plan, planOf } from "./plan.ts";
import type { Size } from "./resize.ts";
import { type Shooting, takePicture } from "./take-picture.ts";

/** Small pictures have few details that a higher quality would keep. */
const QUALITY = 80;

/** The top of the extent, not taller than the window is for its width. */
export function topOf(extent: Extent, window: Size): Extent {
  const cssHeight = Math.ceil((extent.cssWidth * window.height) / window.width);
  return { ...extent, cssHeight: Math.min(extent.cssHeight, cssHeight) };
}

/** A WebP of the extent, at most `width` px wide, and not wider than the picture itself. */
export async function takeThumbnail(
  shooting: Omit<Shooting, "plan" | "isInked">,
  extent: Extent,
  width: number,
  picture: Plan,
): Promise<Uint8Array> {
  const widest = (picture.to ?? picture.from).width;
  const plan = planOf({ type: "webp", quality: QUALITY, resize: { width: Math.min(width, widest) } }, extent);
  const parts: Uint8Array[] = [];
  for await (const part of takePicture({ ...shooting, plan, isInked: false }, async () => true))
    parts.push(part);
  return Buffer.concat(parts);
}
