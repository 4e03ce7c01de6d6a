/** Reads the pixels of images. They are decoded by another library than the browser's. */
import { createHash } from "node:crypto";
import sharp from "sharp";

export type Color = readonly [number, number, number];

export interface Picture {
  width: number;
  height: number;
  /** The colour of a pixel, over black. */
  at(x: number, y: number): Color;
  /** Hash of the pixels of a rectangle. */
  bits(x: number, y: number, width: number, height: number): string;
  /** Whether a pixel has the colour (`rgb(1, 2, 3)`). Looks at 3 columns of every 25th row. */
  has(color: string): boolean;
}

/** Largest difference per channel that lossy compression may cause. */
const LOSS = 8;

export function near(one: Color, other: Color): boolean {
  return one.every((channel, index) => Math.abs(channel - (other[index] ?? 0)) <= LOSS);
}

export async function readPicture(image: Uint8Array): Promise<Picture> {
  const { data, info } = await sharp(image, { limitInputPixels: false })
    .flatten({ background: "black" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const offset = (x: number, y: number) => (Math.floor(y) * width + Math.floor(x)) * channels;
  const at = (x: number, y: number): Color => {
    const [red = 0, green = 0, blue = 0] = data.subarray(offset(x, y));
    return [red, green, blue];
  };
  return {
    width,
    height,
    at,
    bits(x, y, wide, high) {
      const hash = createHash("sha256");
      for (let row = y; row < y + high; row += 1)
        hash.update(data.subarray(offset(x, row), offset(x + wide, row)));
      return hash.digest("hex");
    },
    has(color) {
      const [red = 0, green = 0, blue = 0] = [...color.matchAll(/\d+/g)].map(Number);
      for (let y = 5; y < height; y += 25) {
        if ([5, 50, 150].some((x) => near(at(x, y), [red, green, blue]))) return true;
      }
      return false;
    },
  };
}
