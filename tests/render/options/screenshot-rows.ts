/** Rows of `screenshotOptions`. */

import { imageSize } from "image-size";
import { expect } from "vitest";
import { type ScreenshotType, VIEWPORTS } from "#contract/job/values.ts";
import { LIMITS } from "#contract/limits.ts";
import { convert } from "../convert.ts";
import { near, readPicture } from "../pixels.ts";
import { BLOCK_PX, blockColor, HEADER, HERO, PART, STICKY } from "../shots-pages.ts";
import { atNight, type Nested, type Row, SHOT, type Value } from "./row.ts";
import { origin } from "./served.ts";

/** Row of an option that names a part of the page `/parts`. The px at `[x, y]` of a picture of this size has the mark's colour. */
const part = (
  option: string,
  accepted: Value,
  refused: unknown,
  other: Nested,
  size: { width: number; height: number },
  [x, y]: [number, number],
): Row => ({
  option: `screenshotOptions.${option}`,
  accepted,
  refused,
  page: "/parts",
  with: { ...SHOT, screenshotOptions: other },
  async effect({ bytes }) {
    const picture = await readPicture(bytes);
    expect(picture).toMatchObject(size);
    expect(picture.at(x, y)).toEqual(PART.color);
  },
});

const { left: MARK_X, top: MARK_Y } = PART;
const CLIP = { x: MARK_X - 10, y: MARK_Y - 5, width: 40, height: 30 };

/** Row of one side of `resize`, for a page of 30,000 px that is captured in bands. The blocks stand where the scale puts them. */
const resized = (
  side: "width" | "height",
  accepted: number,
  refused: number,
  type: ScreenshotType,
  size: { width: number; height: number },
): Row => ({
  option: `screenshotOptions.resize.${side}`,
  accepted,
  refused,
  page: "/tall/30000",
  with: { ...SHOT, screenshotOptions: { type, viewport: { width: 640 } } },
  async effect({ bytes }) {
    const picture = await readPicture(bytes);
    expect(picture).toMatchObject(size);
    for (let index = 0; index < 115; index += 10) {
      const middle = VIEWPORTS.desktop.height + STICKY.height + (index + 0.5) * BLOCK_PX;
      const color = picture.at(size.width - 5, Math.floor((middle * size.height) / 30_000));
      expect(near(color, blockColor(index)), `block ${index}`).toBe(true);
    }
  },
});

export const SCREENSHOT_ROWS: Row[] = [
  {
    option: "screenshotOptions.type",
    accepted: "webp",
    refused: "gif",
    page: "/full",
    with: SHOT,
    effect: ({ bytes }) => expect(imageSize(bytes).type).toBe("webp"),
  },
  {
    option: "screenshotOptions.quality",
    accepted: 0,
    refused: 101,
    page: "/device",
    with: { ...SHOT, screenshotOptions: { type: "jpeg" } },
    async effect({ bytes }) {
      const best = { ...SHOT, screenshotOptions: { type: "jpeg", quality: 100 } } as const;
      const { bytes: larger } = await convert(`${origin}/device`, { ...best, outputType: "screenshot" });
      expect(bytes.length).toBeLessThan(larger.length);
    },
  },
  {
    option: "screenshotOptions.fullPage",
    accepted: false,
    refused: "yes",
    page: "/tall/3000",
    with: SHOT,
    effect: ({ bytes }) => expect(imageSize(bytes).height).toBe(1080),
  },
  {
    option: "screenshotOptions.fullPageMaxHeight",
    accepted: 2_000,
    refused: LIMITS.screenshotHeightPx + 1,
    page: "/tall/120000",
    with: SHOT,
    effect: ({ bytes }) => expect(imageSize(bytes).height).toBe(2_000),
  },
  part("selector", ".mark", "a".repeat(LIMITS.selectorChars + 1), {}, { width: 200, height: 100 }, [5, 5]),
  part("padding", 10, -1, { selector: "#mark" }, { width: 220, height: 120 }, [15, 15]),
  part("clip.x", CLIP.x, -1, { clip: CLIP }, { width: 40, height: 30 }, [10, 5]),
  atNight(part("clip.y", CLIP.y, 1e99, { clip: CLIP }, { width: 40, height: 30 }, [10, 5])),
  atNight(part("clip.width", 20.3, 0, { clip: CLIP }, { width: 20, height: 30 }, [10, 5])),
  atNight(part("clip.height", 20, "20px", { clip: CLIP }, { width: 40, height: 20 }, [10, 5])),
  part("deviceScaleFactor", 1.5, 0.5, { selector: "#mark" }, { width: 300, height: 150 }, [299, 149]),
  resized("width", 320, 0, "png", { width: 320, height: 15_000 }),
  atNight(resized("height", 12_000, 1.5, "webp", { width: 256, height: 12_000 })),
  {
    option: "screenshotOptions.resize.fit",
    accepted: "cover",
    refused: "crop",
    page: "/tall/3000",
    with: { ...SHOT, screenshotOptions: { resize: { width: 320, height: 240 } } },
    async effect({ bytes }) {
      const picture = await readPicture(bytes);
      expect(picture).toMatchObject({ width: 320, height: 240 });
      expect(picture.at(319, 1)).toEqual(HEADER.color);
      expect(picture.at(0, 100)).toEqual(HERO.color);
    },
  },
  {
    option: "screenshotOptions.thumbnail",
    accepted: 240,
    refused: LIMITS.thumbnailPx + 1,
    page: "/tall/3000",
    with: SHOT,
    async effect({ bytes, job }) {
      expect(imageSize(bytes)).toMatchObject({ width: 1920, height: 3_000 });
      const thumbnail = Buffer.from(await (await fetch(job.result?.thumbnailUrl ?? "")).arrayBuffer());
      expect(imageSize(thumbnail)).toMatchObject({ type: "webp", width: 240, height: 135 });
      const picture = await readPicture(thumbnail);
      expect(near(picture.at(120, 1), HEADER.color)).toBe(true);
      expect(near(picture.at(120, 130), HERO.color)).toBe(true);
    },
  },
  {
    option: "screenshotOptions.transparent",
    accepted: true,
    refused: 1,
    page: "/parts",
    with: { ...SHOT, screenshotOptions: { type: "webp", fullPage: false, viewport: { height: 2_000 } } },
    async effect({ bytes }) {
      const picture = await readPicture(bytes);
      expect(near(picture.at(MARK_X + 5, MARK_Y + 5), PART.color)).toBe(true);
      expect(picture.at(MARK_X - 5, MARK_Y - 5)).toEqual([0, 0, 0]);
    },
  },
  {
    option: "screenshotOptions.animations",
    accepted: "play",
    refused: "stop",
    page: "/plays",
    with: SHOT,
    async effect({ bytes }) {
      expect(near((await readPicture(bytes)).at(5, 5), [0, 0, 200])).toBe(true);
      const { bytes: frozen } = await convert(`${origin}/plays`, { outputType: "screenshot" });
      expect((await readPicture(frozen)).at(5, 5)).toEqual([200, 0, 0]);
    },
  },
  {
    option: "screenshotOptions.viewport.width",
    accepted: 640.4,
    refused: -640,
    page: "/full",
    with: SHOT,
    effect: ({ bytes }) => expect(imageSize(bytes).width).toBe(640),
  },
  {
    option: "screenshotOptions.viewport.height",
    nightly: true,
    accepted: 777,
    refused: "777",
    page: "/full",
    with: SHOT,
    effect: ({ bytes }) => expect(imageSize(bytes).height).toBe(777),
  },
];
