/** Reads an encoded picture's own width and height, to know a partial answer from a whole one. */
import type { ScreenshotType } from "#contract/job/values.ts";

export interface Size {
  width: number;
  height: number;
}

/** Image px, or null when the bytes are no picture of the type. */
export function imageSize(bytes: Uint8Array, type: ScreenshotType): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 30) return null;
  if (type === "png") return pngSize(view);
  return type === "jpeg" ? jpegSize(view) : webpSize(view);
}

function pngSize(view: DataView): Size | null {
  if (view.getUint32(0) !== 0x89504e47) return null;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function jpegSize(view: DataView): Size | null {
  if (view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 < view.byteLength; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at);
    if (marker === 0xffda) return null;
    const frame = marker >= 0xffc0 && marker <= 0xffc2;
    if (frame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
  return null;
}

// https://developers.google.com/speed/webp/docs/riff_container
function webpSize(view: DataView): Size | null {
  if (view.getUint32(0) !== 0x52494646) return null;
  const kind = view.getUint32(12);
  if (kind === 0x56503820) {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  if (kind === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  const side = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16) + 1;
  return kind === 0x56503858 ? { width: side(24), height: side(27) } : null;
}
