/** Measures how similar two full-page screenshots look. */
import { ssim } from "@blazediff/ssim";
import sharp from "sharp";
import { MAX_SHOT_PX } from "./bare.ts";

/** A quarter of the default viewport. At this size a shift of a line by a pixel does not matter. */
const WIDTH = 480;

/** The first `MAX_SHOT_PX` rows of the picture, scaled down. */
async function shrink(picture: Uint8Array): Promise<{ data: Buffer; height: number }> {
  const { width, height } = await sharp(picture).metadata();
  const { data, info } = await sharp(picture)
    .extract({ left: 0, top: 0, width, height: Math.min(height, MAX_SHOT_PX) })
    .resize({ width: WIDTH })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, height: info.height };
}

/** Structural similarity, 1 for equal pictures. The shorter picture is filled with white. */
export async function similarityOf(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [first, second] = await Promise.all([shrink(one), shrink(other)]);
  const height = Math.max(first.height, second.height);
  const filled = ({ data }: { data: Buffer }) =>
    Buffer.concat([data, Buffer.alloc(WIDTH * height * 4 - data.length, 255)]);
  return ssim(filled(first), filled(second), undefined, WIDTH, height);
}
