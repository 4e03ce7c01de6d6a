import { crc32, deflateSync, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { stitchPng } from "./png.ts";

const WIDTH = 3;
const SAMPLES = 3;
const RGBA = 6;

function chunk(name: string, body: Uint8Array): Buffer {
  const data = Buffer.concat([Buffer.from(name), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(data));
  return Buffer.concat([length, data, sum]);
}

/** A band with the given rows, whose bytes are already filtered with `filter`. */
function band(rows: number[][], filter: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(rows.length, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const data = deflateSync(Uint8Array.from(rows.flatMap((row) => [filter, ...row])));
  const half = data.length >> 1;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", data.subarray(0, half)),
    chunk("IDAT", data.subarray(half)),
    chunk("IEND", new Uint8Array()),
  ]);
}

/** The pixels of a PNG, decoded with the standard's five filters. */
function decode(png: Uint8Array): { height: number; rows: number[][] } {
  const bytes = Buffer.from(png);
  const data: Uint8Array[] = [];
  let height = 0;
  let samples = SAMPLES;
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const length = bytes.readUInt32BE(at);
    const body = bytes.subarray(at + 8, at + 8 + length);
    expect(bytes.readUInt32BE(at + 8 + length)).toBe(crc32(bytes.subarray(at + 4, at + 8 + length)));
    if (bytes.toString("latin1", at + 4, at + 8) === "IHDR") {
      height = body.readUInt32BE(4);
      if (body[9] === RGBA) samples = 4;
    }
    if (bytes.toString("latin1", at + 4, at + 8) === "IDAT") data.push(body);
  }
  const raw = inflateSync(Buffer.concat(data));
  const stride = 1 + WIDTH * samples;
  const rows: number[][] = [];
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * stride];
    const above = rows[y - 1] ?? [];
    const row: number[] = [];
    for (let x = 0; x < WIDTH * samples; x += 1) {
      const [a, b, c] = [row[x - samples] ?? 0, above[x] ?? 0, above[x - samples] ?? 0];
      const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
      const paeth = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
      const guess = [0, a, b, (a + b) >> 1, paeth][filter ?? 0] ?? 0;
      row.push(((raw[y * stride + 1 + x] ?? 0) + guess) & 255);
    }
    rows.push(row);
  }
  return { height, rows };
}

/** Copies of the bands, because joining empties them. */
async function* from(bands: Uint8Array[]) {
  for (const band of bands) yield new Uint8Array(band);
}

async function joined(bands: Uint8Array[], height: number, hasAlpha = false): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of stitchPng(from(bands), height, hasAlpha)) parts.push(part);
  return Buffer.concat(parts);
}

const ROWS = [
  [200, 10, 30, 5, 250, 7, 9, 90, 255],
  [1, 2, 3, 4, 5, 6, 7, 8, 9],
];

test.for([0, 1, 2, 3, 4])("bands with filter %i keep their pixels when joined", async (filter) => {
  const one = band(ROWS, filter);
  const whole = decode(await joined([one, one, one], 6));
  expect(whole.height).toBe(6);
  const { rows } = decode(one);
  expect(whole.rows).toEqual([...rows, ...rows, ...rows]);
});

test.for([0, 1, 2, 3, 4])("bands with filter %i without alpha become opaque ones", async (filter) => {
  const one = band(ROWS, filter);
  const whole = decode(await joined([one, one], 4, true));
  const colors = whole.rows.map((row) => row.filter((_, at) => at % 4 < 3));
  const { rows } = decode(one);
  expect(colors).toEqual([...rows, ...rows]);
  expect(new Set(whole.rows.flatMap((row) => row.filter((_, at) => at % 4 === 3)))).toEqual(new Set([255]));
});

test("bands of several megabytes keep their pixels when joined", { tags: ["nightly"] }, async () => {
  // Random numbers, which do not compress (the generator of Numerical Recipes).
  let seed = 1;
  const byte = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed >>> 24;
  };
  const rows = Array.from({ length: 160_000 }, () => Array.from({ length: WIDTH * SAMPLES }, byte));
  const bands = [band(rows, 2), band(rows, 4)];
  const whole = decode(await joined(bands, 320_000));
  const expected = bands.flatMap((one) => decode(one).rows);
  expect(Buffer.compare(Buffer.from(whole.rows.flat()), Buffer.from(expected.flat()))).toBe(0);
});

test("a band that has been joined takes no memory, also while the next one is awaited", async () => {
  const left: number[] = [];
  async function* bands() {
    for (let count = 0; count < 2; count += 1) {
      const one = new Uint8Array(band(ROWS, 2));
      yield one;
      left.push(one.byteLength);
    }
  }
  for await (const part of stitchPng(bands(), 4, false)) expect(part.byteLength).toBeGreaterThan(0);
  expect(left).toEqual([0, 0]);
});

test("bands with too few rows, or bytes that are not a PNG, are an error", async () => {
  await expect(joined([band(ROWS, 2)], 3)).rejects.toThrow("2 rows in place of 3");
  await expect(joined([new Uint8Array(40)], 2)).rejects.toThrow();
});
