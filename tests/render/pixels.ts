/** Reads the pixels of images, decoded by a browser. */
import { createHash } from "node:crypto";
import type { Page } from "puppeteer-core";
import { afterAll } from "vitest";
import { openBrowser } from "../stage/browser.ts";
import { type PageServer, servePages } from "./pages.ts";

export type Color = readonly [number, number, number];

export interface Picture {
  width: number;
  height: number;
  /** The colour of a pixel. A transparent one is black. */
  at(x: number, y: number): Promise<Color>;
  /** Hash of the pixels of a rectangle. */
  bits(x: number, y: number, width: number, height: number): Promise<string>;
  /** Whether a pixel has the colour (`rgb(1, 2, 3)`). Looks at 3 columns of every 25th row. */
  has(color: string): Promise<boolean>;
}

/** Largest difference per channel that lossy compression may cause. */
const LOSS = 8;

export function near(one: Color, other: Color): boolean {
  return one.every((channel, index) => Math.abs(channel - (other[index] ?? 0)) <= LOSS);
}

/** Starts a browser for the calling test file and returns a function that decodes an image. */
export async function pictureReader(): Promise<(bytes: Buffer) => Promise<Picture>> {
  const browser = await openBrowser();
  const pictures: Buffer[] = [];
  const server: PageServer = await servePages([
    {
      "/": "<!doctype html>",
      "/picture": ({ url }, response) =>
        response.setHeader("content-type", "image/*").end(pictures[Number(url?.split("?")[1])]),
    },
  ]);
  afterAll(() => server.close());
  return async (bytes) => {
    const address = `/picture?${pictures.push(bytes) - 1}`;
    const page = await browser.newPage();
    await page.goto(server.origin);
    return readIn(page, address);
  };
}

async function readIn(page: Page, address: string): Promise<Picture> {
  const size = await page.evaluate(async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    document.body.append(image);
    return { width: image.naturalWidth, height: image.naturalHeight };
  }, address);
  const at = async (x: number, y: number): Promise<Color> => {
    const [color = [0, 0, 0]] = await colorsAt(page, [[x, y]]);
    return color;
  };
  const bits = async (x: number, y: number, width: number, height: number) => {
    const part = await page.evaluate(
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
    return createHash("sha256").update(Uint8Array.from(part)).digest("hex");
  };
  const has = async (color: string) => {
    const [red = 0, green = 0, blue = 0] = [...color.matchAll(/\d+/g)].map(Number);
    const places: [number, number][] = [];
    for (let y = 5; y < size.height; y += 25) places.push([5, y], [50, y], [150, y]);
    return (await colorsAt(page, places)).some((one) => near(one, [red, green, blue]));
  };
  return { ...size, at, bits, has };
}

function colorsAt(page: Page, places: [number, number][]): Promise<Color[]> {
  return page.evaluate((all) => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const image = document.querySelector("img");
    return all.map(([x, y]): [number, number, number] => {
      canvas?.clearRect(0, 0, 1, 1);
      if (image) canvas?.drawImage(image, x, y, 1, 1, 0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = canvas?.getImageData(0, 0, 1, 1).data ?? [];
      return [red, green, blue];
    });
  }, places);
}
