/** How alike two full-page screenshots look. */
import { ssim } from "@blazediff/ssim";
import sharp from "sharp";
import { MAX_SHOT_PX } from "./bare.ts";

/** A quarter of the default viewport: letters become texture, so that a hair's shift of a line does not count. */
const WIDTH = 480;

/** The first rows of the picture, small. */
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

/** Structural similarity, 1 for the same picture. What only one of them shows is compared with white. */
export async function similarityOf(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [first, second] = await Promise.all([shrink(one), shrink(other)]);
  const height = Math.max(first.height, second.height);
  const filled = ({ data }: { data: Buffer }) =>
    Buffer.concat([data, Buffer.alloc(WIDTH * height * 4 - data.length, 255)]);
  return ssim(filled(first), filled(second), undefined, WIDTH, height);
}
