/** A photograph-like PNG made from a seed: gradients with noise, so that it compresses like a real one. */
import { crc32, deflateSync } from "node:zlib";

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

export function picture(width: number, height: number, seed: number): Buffer {
  const rows = Buffer.alloc(height * (width * 3 + 1));
  let noise = seed * 2654435761;
  for (let y = 0; y < height; y++) {
    const start = y * (width * 3 + 1);
    for (let x = 0; x < width; x++) {
      noise = (Math.imul(noise, 1664525) + 1013904223) >>> 0;
      const grain = (noise >>> 28) & 15;
      rows[start + 1 + x * 3] = ((x * 200) / width + grain + seed * 37) & 255;
      rows[start + 2 + x * 3] = ((y * 200) / height + grain + seed * 59) & 255;
      rows[start + 3 + x * 3] = (((x + y) * 100) / width + grain + seed * 83) & 255;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 6 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
