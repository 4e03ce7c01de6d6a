import { expect, test } from "vitest";
import { imageSize } from "./image-size.ts";

/** The first bytes of pictures of 3 × 2 px, in hexadecimal. */
const HEADS = {
  png: "89504e470d0a1a0a 0000000d 49484452 00000003 00000002 0806000000 00000000",
  jpeg: "ffd8 ffe0 0010 4a46494600010100000100010000 ffc0 000b 08 0002 0003 01011100",
  webp: "52494646 1e000000 57454250 56503820 12000000 300100 9d012a 0300 0200",
} as const;
const TYPES = ["png", "jpeg", "webp"] as const;

function bytesOf(type: (typeof TYPES)[number]): Buffer {
  return Buffer.from(HEADS[type].replaceAll(" ", ""), "hex");
}

test.each(TYPES)("the size of a %s is read from its bytes", (type) => {
  expect(imageSize(bytesOf(type), type)).toEqual({ width: 3, height: 2 });
});

test.each(TYPES)("a truncated %s, or a picture of another type, has no size", (type) => {
  for (const length of [0, 1, 12, 20, 29])
    expect(imageSize(bytesOf(type).subarray(0, length), type)).toBeNull();
  for (const other of TYPES) if (other !== type) expect(imageSize(bytesOf(other), type)).toBeNull();
});
