/** Reads pictures back px by px, with the decoder of a browser of its own. */
import { createHash } from "node:crypto";
import type { Page } from "puppeteer-core";
import { openBrowser } from "../browser.ts";
import { type PageServer, servePages } from "./pages.ts";

export type Color = readonly [number, number, number];

export interface Picture {
  width: number;
  height: number;
  at(x: number, y: number): Promise<Color>;
  /** A part of the picture, as a text that is the same for the same px alone. */
  bits(x: number, y: number, width: number, height: number): Promise<string>;
  /** Whether some px of the picture has the colour, looked for every few px. */
  has(color: string): Promise<boolean>;
}

/** Most that a lossy picture may differ in each channel. */
const LOSS = 8;

export function near(one: Color, other: Color): boolean {
  return one.every((channel, index) => Math.abs(channel - (other[index] ?? 0)) <= LOSS);
}

/** A function that opens pictures, for one file of tests. */
export async function pictureReader(): Promise<(bytes: Buffer) => Promise<Picture>> {
  const browser = await openBrowser();
  let current: Uint8Array = new Uint8Array();
  const server: PageServer = await servePages([
    {
      "/": "<!doctype html>",
      "/picture": (_, response) => response.setHeader("content-type", "image/*").end(current),
    },
  ]);
  browser.on("disconnected", () => void server.close());
  return async (bytes) => {
    current = bytes;
    const page = await browser.newPage();
    await page.goto(server.origin);
    return readIn(page);
  };
}

async function readIn(page: Page): Promise<Picture> {
  const size = await page.evaluate(async () => {
    const image = new Image();
    image.src = "/picture";
    await image.decode();
    document.body.append(image);
    return { width: image.naturalWidth, height: image.naturalHeight };
  });
  const part = (x: number, y: number, width: number, height: number): Promise<number[]> =>
    page.evaluate(
      (...[left, top, wide, high]) => {
        const canvas = new OffscreenCanvas(wide, high).getContext("2d");
        const image = document.querySelector("img");
        if (image) canvas?.drawImage(image, left, top, wide, high, 0, 0, wide, high);
        return [...(canvas?.getImageData(0, 0, wide, high).data ?? [])];
      },
      x,
      y,
      width,
      height,
    );
  const at = async (x: number, y: number): Promise<Color> => {
    const [red = 0, green = 0, blue = 0] = await part(x, y, 1, 1);
    return [red, green, blue];
  };
  const bits = async (x: number, y: number, width: number, height: number) =>
    createHash("sha256")
      .update(Uint8Array.from(await part(x, y, width, height)))
      .digest("hex");
  const has = async (color: string) => {
    const [red = 0, green = 0, blue = 0] = [...color.matchAll(/\d+/g)].map(Number);
    for (let y = 5; y < size.height; y += 25) {
      for (const x of [5, 50, 150]) {
        if (near(await at(x, y), [red, green, blue])) return true;
      }
    }
    return false;
  };
  return { ...size, at, bits, has };
}
