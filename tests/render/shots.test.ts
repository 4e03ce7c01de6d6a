import { imageSize } from "image-size";
import { expect, test } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { convert, endOf, open, withoutHaste } from "./convert.ts";
import { type Color, near, readPicture } from "./pixels.ts";
import {
  BLOCK_PX,
  blockColor,
  HEADER,
  HERO,
  LINES,
  LONG_PART,
  PART,
  STICKY,
  shotPages,
  VERTICAL,
} from "./shots-pages.ts";
import { WIX, wixPages } from "./wix-pages.ts";

const { origin } = await open(shotPages, wixPages);
const LONG = { timeout: LIMITS.renderBudgetMs * 3 };

async function hasEveryBand([type, height]: readonly ["png" | "jpeg" | "webp", number]): Promise<void> {
  const bytes = await withoutHaste(async () => {
    const tall = { outputType: "screenshot", screenshotOptions: { type } } as const;
    return (await convert(`${origin}/tall/${height}`, tall)).bytes;
  });
  const picture = await readPicture(bytes);
  expect(picture).toMatchObject({ width: 1920, height });
  const blocks = Math.floor((height - 1080 - STICKY.height) / BLOCK_PX);
  const is = async (y: number, color: Color) => {
    expect(near(picture.at(1500, y), color), `y ${y}`).toBe(true);
  };
  await is(10, HEADER.color);
  await is(600, HERO.color);
  await is(1080 + 10, STICKY.color);
  for (let index = 0; index < blocks; index += 1) {
    const top = 1080 + STICKY.height + index * BLOCK_PX;
    await is(top + 5, blockColor(index));
    await is(top + BLOCK_PX - 5, blockColor(index));
  }
}

test("a jpeg of a page of 30,000 px has every band once", LONG, () => hasEveryBand(["jpeg", 30_000]));

test.for([
  ["png", 30_000],
  ["webp", 12_000],
] as const)("a %s of a page of %i px has every band once", { ...LONG, tags: ["nightly"] }, hasEveryBand);

test.for([true, false])("no part of a page looks pointed at, with fullPage %s", async (fullPage) => {
  const { bytes } = await convert(`${origin}/pointed`, {
    outputType: "screenshot",
    screenshotOptions: { fullPage },
  });
  expect(near((await readPicture(bytes)).at(960, 30), HERO.color)).toBe(true);
});

test("the header of a table that is scrolled in its box stays at the top of the box", {
  tags: ["nightly"],
}, async () => {
  const { bytes } = await convert(`${origin}/scrolled-table`, { outputType: "screenshot" });
  const picture = await readPicture(bytes);
  expect(picture).toMatchObject({ width: 1920, height: 3_000 });
  expect(near(picture.at(960, 25), STICKY.color)).toBe(true);
});

test.for([
  ["/vertical-rl", 10],
  ["/vertical-lr", VERTICAL.width - 10],
] as const)(
  "a picture of %s, a page of vertical text, is as wide as the text",
  { tags: ["nightly"] },
  async ([path, endX]) => {
    const { bytes } = await convert(origin + path, { outputType: "screenshot" });
    const picture = await readPicture(bytes);
    expect(picture).toMatchObject({ width: VERTICAL.width, height: 1080 });
    expect(near(picture.at(endX, 540), HERO.color)).toBe(true);
    expect(near(picture.at(VERTICAL.width / 2, 540), [255, 255, 255])).toBe(true);
  },
);

test("boxes that scroll each other are shown where a visitor first sees them", {
  tags: ["nightly"],
}, async () => {
  const { bytes } = await convert(`${origin}/tied-boxes`, { outputType: "screenshot" });
  const picture = await readPicture(bytes);
  expect(near(picture.at(200, 25), STICKY.color)).toBe(true);
});

test.for([
  ["png", "page_too_tall", 120_000],
  ["jpeg", "image_type_too_small", 70_000],
  ["webp", "image_type_too_small", 30_000],
] as const)("a %s that cannot hold the page fails with %s", async ([type, code, height]) => {
  const job = await endOf(`${origin}/tall/${height}`, {
    outputType: "screenshot",
    screenshotOptions: { type },
  });
  expect(job).toMatchObject({ status: "failed", error: { code }, credits: { used: 0 } });
});

test("a picture shows what the browser skips far from the window, and no text for browsers without scripts", {
  tags: ["nightly"],
}, async () => {
  const { bytes } = await convert(`${origin}/skipped`, {
    outputType: "screenshot",
    screenshotOptions: { type: "png" },
  });
  const picture = await readPicture(bytes);
  expect(picture).toMatchObject({ width: 1920, height: 3_800 });
  for (const y of [3_010, 3_790]) expect(near(picture.at(500, y), HERO.color), `y ${y}`).toBe(true);
});

test("a transparent picture of an element of 20,000 px has opaque and transparent bands", {
  ...LONG,
  tags: ["nightly"],
}, async () => {
  const screenshotOptions = { selector: "#long", transparent: true };
  const picture = await readPicture(
    (await convert(`${origin}/parts`, { outputType: "screenshot", screenshotOptions })).bytes,
  );
  const { width, height, color } = LONG_PART;
  expect(picture).toMatchObject({ width, height });
  const lineTop = height - 20;
  for (const y of [0, 100, height / 2 - 1, lineTop, height - 1])
    expect(picture.at(150, y), `y ${y}`).toEqual(color);
  for (const y of [height / 2, lineTop - 1]) expect(picture.at(150, y), `y ${y}`).toEqual([0, 0, 0]);
});

test("an element in a box that scrolls is shown, at three px per CSS px", { tags: ["nightly"] }, async () => {
  const screenshotOptions = { selector: "#box b", deviceScaleFactor: 3, fullPage: false };
  const { bytes } = await convert(`${origin}/parts`, { outputType: "screenshot", screenshotOptions });
  const picture = await readPicture(bytes);
  expect(picture.height).toBe(40 * 3);
  for (const y of [1, 118]) expect(picture.at(300, y)).toEqual(PART.color);
});

test("a resized image keeps every line of 1 px, and is the same each time", async () => {
  const viewport = { width: 2 * LINES.width, height: LINES.height };
  const screenshotOptions = { viewport, resize: { width: 241 } };
  const options = { outputType: "screenshot", screenshotOptions } as const;
  const [one, other] = await Promise.all([0, 1].map(() => convert(`${origin}/lines`, options)));
  const bytes = one?.bytes ?? Buffer.alloc(0);
  expect(other?.bytes.equals(bytes)).toBe(true);
  const picture = await readPicture(bytes);
  expect(picture).toMatchObject({ width: 241, height: 211 });
  const scale = picture.height / LINES.height;
  for (let y = 20; y < LINES.height; y += LINES.gap) {
    const top = Math.floor(y * scale);
    for (const x of [60, 180]) {
      const rows = [top, top + 1].map((row) => picture.at(x, row));
      const ink = rows.reduce((sum, [red]) => sum + 255 - red, 0) / 255;
      expect(ink, `line at ${y}, column ${x}`).toBeCloseTo(scale, 1);
    }
  }
});

test("an element that a script moves all the time is shown whole", { tags: ["nightly"] }, async () => {
  const screenshotOptions = { selector: "#moving" };
  const { bytes } = await convert(`${origin}/moving`, { outputType: "screenshot", screenshotOptions });
  const picture = await readPicture(bytes);
  const { width, height } = PART;
  expect(picture).toMatchObject({ width, height });
  for (const [x, y] of [
    [1, 1],
    [width - 2, height - 2],
  ] as const)
    expect(picture.at(x, y)).toEqual(PART.color);
});

test.concurrent.for([
  ["/parts", { selector: "#missing" }, "wait_failed", "#missing"],
  ["/parts", { selector: "#gone" }, "wait_failed", "#gone"],
  ["/parts", { selector: "p:nowhere(" }, "invalid_selector", "p:nowhere("],
  ["/parts", { clip: { width: 500, height: 100_000 } }, "clip_outside_page", "1920 px wide"],
  ["/tall/70000", { deviceScaleFactor: 3 }, "page_too_tall", "210,000 px tall. The limit is 100,000 px"],
] as const)("%s with %o fails with %s", async ([path, screenshotOptions, code, words]) => {
  const job = await endOf(origin + path, { outputType: "screenshot", screenshotOptions });
  expect(job).toMatchObject({
    error: { code, message: expect.stringContaining(words) },
    credits: { used: 0 },
  });
});

test("with bestAttempt, a missing element gives the whole page and a warning", async () => {
  const screenshotOptions = { selector: "#missing", fullPageMaxHeight: 1_600 };
  const options = { outputType: "screenshot", bestAttempt: true, screenshotOptions } as const;
  const { bytes, job } = await convert(`${origin}/parts`, options);
  expect(imageSize(bytes).height).toBe(1_600);
  expect(job.warnings).toContainEqual(expect.objectContaining({ code: "wait_failed" }));
});

test("a scroller that holds the page is opened to its end", { tags: ["nightly"] }, async () => {
  const { bytes } = await convert(`${origin}/shell`, { outputType: "screenshot" });
  const picture = await readPicture(bytes);
  expect(picture.height).toBe(4050);
  expect(picture.at(500, 4030)).toEqual([250, 100, 0]);
});

test("a bar at the window's bottom covers nothing and stands at the page's end", async () => {
  const picture = await readPicture(
    (await convert(`${origin}/bottom-bar`, { outputType: "screenshot" })).bytes,
  );
  expect(picture.height).toBe(3060);
  for (const y of [1_030, 1_079, 2_995]) expect(picture.at(900, y)).toEqual([220, 230, 240]);
  expect(picture.at(900, 3_030)).toEqual([9, 8, 7]);
});

test("a phone sees a phone's width, and a page made for wider windows is shown whole", async () => {
  const mobile = { outputType: "screenshot", formFactor: "mobile" } as const;
  const narrow = await readPicture((await convert(`${origin}/device`, mobile)).bytes);
  expect(narrow.width).toBe(1170);
  expect(narrow.at(20, 20)).toEqual([90, 80, 70]);
  const wide = await readPicture((await convert(`${origin}/tall/3000`, mobile)).bytes);
  expect(wide.width).toBe(1170);
  expect(wide.at(1160, 20)).toEqual(HEADER.color);
});

test("a lower quality makes a smaller picture", { tags: ["nightly"] }, async () => {
  const sizes = await Promise.all(
    [5, 95].map(async (quality) => {
      const { bytes } = await convert(`${origin}/tall/3000`, {
        outputType: "screenshot",
        screenshotOptions: { type: "jpeg", quality },
      });
      expect(imageSize(bytes)).toMatchObject({ type: "jpg", height: 3_000 });
      return bytes.length;
    }),
  );
  expect(sizes[0]).toBeLessThan(sizes[1] ?? 0);
});

test("a Wix page has sharp images, played animations, pinned backgrounds, no bar, and its whole height", async () => {
  const { bytes } = await convert(`${origin}/wix`, { outputType: "screenshot", platform: "wix" });
  const picture = await readPicture(bytes);
  expect(picture.height).toBeGreaterThan(3_000);
  expect(picture.has(WIX.sharp)).toBe(true);
  expect(picture.has(WIX.animated)).toBe(true);
  expect(picture.has(WIX.blurred)).toBe(false);
  expect(picture.has("rgb(255, 0, 255)")).toBe(false);
  expect(picture.at(1000, 2400)).toEqual([1, 99, 199]);
  expect(near(picture.at(1000, 600), [255, 255, 255])).toBe(true);
});

test.each(["/named-wix", "/hosted-by-wix"])(
  "a Wix site is detected without the option: %s",
  { tags: ["nightly"] },
  async (path) => {
    const { bytes, job } = await convert(origin + path, { outputType: "screenshot" });
    const picture = await readPicture(bytes);
    expect(picture.has(WIX.sharp)).toBe(true);
    expect(picture.has("rgb(255, 0, 255)")).toBe(false);
    expect(job.result?.completeness?.platform).toBe("wix");
  },
);

test("a page without signs of Wix stays as its visitor first sees it", { tags: ["nightly"] }, async () => {
  const { bytes, job } = await convert(`${origin}/wix`, { outputType: "screenshot" });
  expect((await readPicture(bytes)).has("rgb(255, 0, 255)")).toBe(true);
  expect(job.result?.completeness?.platform).toBe("");
});

test("a page that only shows an image from Wix is not a Wix site", { tags: ["nightly"] }, async () => {
  const { job } = await convert(`${origin}/mentions-wix`, { outputType: "screenshot" });
  expect(job.result?.completeness?.platform).toBe("");
});
