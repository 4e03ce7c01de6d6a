/** Type and size of an image, read from its own bytes. */

export interface ImageSize {
  type: "png" | "jpeg" | "webp";
  width: number;
  height: number;
}

function png(bytes: Buffer): ImageSize {
  return { type: "png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function webp(bytes: Buffer): ImageSize {
  const kind = bytes.toString("latin1", 12, 16);
  if (kind === "VP8 ")
    return { type: "webp", width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind === "VP8L") {
    const bits = bytes.readUInt32LE(21);
    return { type: "webp", width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  return { type: "webp", width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
}

/** Walks the segments to the frame's header. */
function jpeg(bytes: Buffer): ImageSize {
  let at = 2;
  while (at < bytes.length) {
    const marker = bytes.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame)
      return { type: "jpeg", width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  throw new Error("A JPEG without a frame.");
}

/** Throws when the bytes begin as none of the three. */
export function imageSize(bytes: Buffer): ImageSize {
  if (bytes.toString("latin1", 1, 4) === "PNG") return png(bytes);
  if (bytes.toString("latin1", 8, 12) === "WEBP") return webp(bytes);
  if (bytes.readUInt16BE(0) === 0xffd8) return jpeg(bytes);
  throw new Error("Not a PNG, JPEG or WebP image.");
}
