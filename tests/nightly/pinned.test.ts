/** What is pinned to the window, in a picture of the whole page. */
import { beforeAll, expect, test } from "vitest";
import { convert, open } from "../render/convert.ts";
import { pdfDrawer } from "../render/drawn.ts";
import {
  BADGE,
  BAR_PX,
  backdropPages,
  CHAT,
  COLORS,
  HEADER_PX,
  PAGE_PX,
  pinnedPages,
  SPACED_PX,
  SQUARE,
  TO_TOP,
  WINDOW,
} from "../render/pinned-pages.ts";
import { type Picture, readPicture } from "../render/pixels.ts";
import { readPdf } from "../stage/read-pdf.ts";

const { origin } = await open(pinnedPages);

async function shoot(path: string, screenshotOptions = {}): Promise<Picture> {
  return readPicture(
    (await convert(`${origin}${path}`, { outputType: "screenshot", screenshotOptions })).bytes,
  );
}

const draw = await pdfDrawer();
/** An A4 sheet at 96 px per inch, and a place in its middle. */
const SHEET_PX = { width: 794, x: 400, y: 300 } as const;

let whole: Picture;
beforeAll(async () => {
  whole = await shoot("/pinned");
});

test("a picture of the whole page is as tall as the page", () => {
  expect(whole).toMatchObject({ width: WINDOW.width, height: PAGE_PX });
});

test("a pinned header keeps its place and its width, wherever it stands in the document", async () => {
  for (const x of [1, 960, WINDOW.width - 2]) expect(whole.at(x, HEADER_PX / 2)).toEqual(COLORS.header);
  expect(whole.at(960, 200 + HEADER_PX / 2)).toEqual(COLORS.page);
});

test("a pinned button stands where a visitor sees it at the end of the page", async () => {
  const x = WINDOW.width - CHAT.right - CHAT.side / 2;
  expect(whole.at(x, PAGE_PX - CHAT.bottom - CHAT.side / 2)).toEqual(COLORS.chat);
  expect(whole.at(x, WINDOW.height - CHAT.bottom - CHAT.side / 2)).toEqual(COLORS.page);
});

test("a button that only a scrolled page shows is not in the picture", async () => {
  const x = WINDOW.width - TO_TOP.right - TO_TOP.side / 2;
  for (const end of [WINDOW.height, PAGE_PX])
    expect(whole.at(x, end - TO_TOP.bottom - TO_TOP.side / 2)).toEqual(COLORS.page);
});

test.for(["/moving-bar", "/bar-in-row", "/rewritten-bar"])(
  "%s: a bar at the bottom is at the end of the picture and of the last sheet, and over no words",
  async (path) => {
    const picture = await shoot(path);
    expect(picture.height).toBe(PAGE_PX + BAR_PX);
    expect(picture.at(900, PAGE_PX + BAR_PX / 2)).toEqual(COLORS.menu);
    for (const y of [1, WINDOW.height - 1, PAGE_PX - 1]) expect(picture.at(900, y)).toEqual([255, 255, 255]);
    const sheets = await readPdf((await convert(origin + path)).bytes);
    const isLast = sheets.map((_, index) => index === sheets.length - 1);
    expect(sheets.map(({ text }) => text.includes("The bar"))).toEqual(isLast);
  },
);

test("a message below the window is not in the picture", async () => {
  expect(whole.at(900, WINDOW.height + 40)).toEqual(COLORS.page);
  expect(whole.at(900, PAGE_PX - 40)).toEqual(COLORS.page);
});

test("what is pinned to a box with a transform stays in it", async () => {
  const middle = BADGE.side / 2;
  expect(whole.at(BADGE.left + middle, BADGE.top + middle)).toEqual(COLORS.badge);
});

test.for(Object.keys(backdropPages))("the background of %s is behind the whole page", async (path) => {
  const picture = await shoot(path);
  expect(picture.height).toBe(PAGE_PX);
  for (const y of [1, WINDOW.height + 1, PAGE_PX - 1]) expect(picture.at(1_000, y)).toEqual(COLORS.menu);
});

test.for(Object.keys(backdropPages))(
  "on paper, the background of %s is on the second sheet too",
  async (path) => {
    const { bytes } = await convert(origin + path, { pdfOptions: { pageRanges: "2" } });
    const sheet = await draw(bytes);
    const at = (SHEET_PX.y * SHEET_PX.width + SHEET_PX.x) * 3;
    expect([...sheet.subarray(at, at + 3)]).toEqual(COLORS.menu);
  },
);

test("a menu at the right is beside the words on paper, also if these are wider than the window", async () => {
  const sheet = await draw((await convert(`${origin}/wider-on-paper`)).bytes);
  const at = (x: number, y: number) => [...sheet.subarray((y * SHEET_PX.width + x) * 3).subarray(0, 3)];
  expect([at(500, 70), at(700, 70)]).toEqual([COLORS.page, COLORS.menu]);
});

test("a background that a section clips stays in the section", async () => {
  const picture = await shoot("/section");
  expect(picture.at(1_000, 400)).toEqual(COLORS.menu);
  for (const y of [600, 1_000, WINDOW.height + 1]) expect(picture.at(1_000, y)).toEqual([255, 255, 255]);
});

test("a menu with a height in parts of the window keeps it in the picture", async () => {
  const picture = await shoot("/limited");
  for (const y of [22, 58]) expect(picture.at(250, y)).toEqual(COLORS.menu);
});

test("a box over the whole window keeps its place and size in the picture", async () => {
  const picture = await shoot("/over-the-page");
  for (const y of [1, WINDOW.height - 1]) expect(picture.at(1_000, y)).toEqual(COLORS.menu);
  expect(picture.at(1_000, WINDOW.height + 1)).toEqual([255, 255, 255]);
});

test.for([true, false])(
  "a right-to-left page with a closed menu is shown from its right edge, whole page: %s",
  async (fullPage) => {
    const picture = await shoot("/right-to-left", { fullPage });
    expect(picture.width).toBe(WINDOW.width);
    expect(picture.at(WINDOW.width - 1, SQUARE.top + 1)).toEqual(SQUARE.color);
    expect(picture.at(WINDOW.width - SQUARE.side - 2, SQUARE.top + 1)).toEqual([255, 255, 255]);
    expect(picture.at(1, 1)).toEqual([255, 255, 255]);
  },
);

test.for([
  ["selector", { selector: "#square" }],
  [
    "clip",
    { clip: { x: WINDOW.width - SQUARE.side, y: SQUARE.top, width: SQUARE.side, height: SQUARE.side } },
  ],
])("a part of a right-to-left page is found by %s", async ([, screenshotOptions]) => {
  const picture = await shoot("/right-to-left", screenshotOptions);
  expect(picture).toMatchObject({ width: SQUARE.side, height: SQUARE.side });
  for (const [x, y] of [
    [0, 0],
    [SQUARE.side - 1, SQUARE.side - 1],
  ] as const)
    expect(picture.at(x, y)).toEqual(SQUARE.color);
});

test.for(["/spacer", "/scene"])(
  "panels beside each other in a pinned section come below each other, without the space for their way: %s",
  async (path) => {
    const picture = await shoot(path);
    expect(picture.height).toBe(3 * SPACED_PX);
    expect(picture.at(10, 1.5 * SPACED_PX)).toEqual(COLORS.toTop);
    expect(picture.at(10, 2.5 * SPACED_PX)).toEqual(COLORS.menu);
  },
);

test("on paper, a section that sticks to the window leaves no sheet empty and loses no panel", async () => {
  const sheets = await readPdf((await convert(`${origin}/scene`)).bytes);
  expect(sheets.every(({ text }) => text.trim())).toBe(true);
  const text = sheets.map((sheet) => sheet.text).join(" ");
  for (const words of ["A panel", "Its neighbour", "After the scene"]) expect(text).toContain(words);
});

test("words that move over a section that sticks to the window keep their place", async () => {
  const picture = await shoot("/scene-with-words");
  expect(picture.height).toBe(PAGE_PX);
  expect(picture.at(600, PAGE_PX - 550)).toEqual(COLORS.menu);
});

test("a window that opens over the page because it is scrolled is not in the picture", async () => {
  const picture = await shoot("/opens-when-scrolled");
  expect(picture.height).toBe(PAGE_PX);
  for (const y of [100, 450, PAGE_PX - 100]) expect(picture.at(600, y)).toEqual([255, 255, 255]);
});

test("a header that a component pins to the window is on the first sheet alone", async () => {
  const sheets = await readPdf((await convert(`${origin}/in-component`)).bytes);
  expect(sheets.length).toBeGreaterThan(1);
  expect(sheets.map(({ text }) => text.includes("Header"))).toEqual(sheets.map((_, index) => index === 0));
});

test("a background that comes while the page is scrolled stays in the picture", async () => {
  expect(await (await shoot("/late-background")).at(1_000, 100)).toEqual(COLORS.menu);
});
