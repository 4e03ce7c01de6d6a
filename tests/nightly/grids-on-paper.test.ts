/** Tables and grids in boxes that scroll, which paper cannot do. */
import { getDocument, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect, test } from "vitest";
import { convert, open, withoutHaste } from "../render/convert.ts";
import {
  COLUMNS,
  gridPages,
  LONG_ROWS,
  PLACED_ROWS,
  ROWS,
  wholeGrids,
} from "../render/grids-on-paper-pages.ts";
import { textOnPaper } from "../render/text-on-paper.ts";

const { origin } = await open(gridPages);

/** Where each text begins, in points from the top left corner of the first sheet. */
async function placesOf(bytes: Uint8Array): Promise<Map<string, { left: number; top: number }>> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
  const document = await task.promise;
  const places = new Map<string, { left: number; top: number }>();
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const [, bottom = 0, , top = 0] = page.view;
    for (const item of (await page.getTextContent()).items) {
      if (!("str" in item)) continue;
      const [, , , , x = 0, y = 0] = item.transform.map(Number);
      places.set(item.str.trim(), { left: x, top: number * (top - bottom) - y });
    }
  }
  await task.destroy();
  return places;
}

async function cellsOf(path: string) {
  const { job, bytes } = await convert(origin + path);
  const { text } = await textOnPaper(bytes);
  return { job, text, cells: new Set(text.match(/r\d+c\d+\./g)), places: await placesOf(bytes) };
}

test.for(Object.keys(wholeGrids))("%s: all columns and rows are on paper, under their heads", (path) =>
  withoutHaste(async () => {
    const { cells, places } = await cellsOf(path);
    expect(cells.size).toBe(ROWS * COLUMNS);
    for (let column = 0; column < COLUMNS; column += 1) {
      const away = (places.get(`Head${column}.`)?.left ?? 0) - (places.get(`r1c${column}.`)?.left ?? 99);
      expect(Math.abs(away)).toBeLessThan(40);
    }
    const after = places.get("Words after.");
    if (after) expect(after.top).toBeGreaterThan(places.get(`r${ROWS - 1}c0.`)?.top ?? 0);
  }),
);

test("a table in a box that scrolls down has all rows on paper, above what follows", async () => {
  const { cells, places } = await cellsOf("/narrow");
  expect(cells.size).toBe(ROWS * 3);
  expect(places.get("Words after.")?.top).toBeGreaterThan(places.get(`r${ROWS - 1}c0.`)?.top ?? 0);
});

test("a table in a box that scrolls has its head on each sheet, and what follows is below it", async () => {
  const { job, text, cells, places } = await cellsOf("/with-head");
  expect(job.result).toMatchObject({ pages: 3, truncated: false });
  expect(text.match(/Head0\./g)).toHaveLength(3);
  expect(cells.size).toBe(LONG_ROWS * 3);
  expect(places.get("Words after.")?.top).toBeGreaterThan(places.get(`r${LONG_ROWS - 1}c0.`)?.top ?? 0);
});

test("a table in a placed box is above what follows, although its rows are higher on paper", async () => {
  const { cells, places } = await cellsOf("/placed");
  expect(cells.size).toBe(PLACED_ROWS * 3);
  const after = places.get("Words after.")?.top ?? 0;
  expect(after).toBeGreaterThan(places.get(`r${PLACED_ROWS - 1}c0.`)?.top ?? 0);
});

test("a grid whose rows are in a line of text begins where it stands", async () => {
  const { cells, places } = await cellsOf("/in-a-line");
  expect(cells.size).toBe(PLACED_ROWS * 3);
  const head = places.get("Head0.")?.top ?? 0;
  expect((places.get("r0c0.")?.top ?? 0) - head).toBeLessThan(100);
});

test("a grid with more rows than the sheets have room for keeps its height", async () => {
  const { job, cells } = await cellsOf("/endless");
  expect(job.result).toMatchObject({ pages: 1, truncated: false });
  expect(cells.size).toBe(10 * COLUMNS);
});

test.for(["/fixed-size", "/tile", "/text"])(
  "%s: what would not be complete or cover words stays",
  async (path) => {
    const { job, text, cells, places } = await cellsOf(path);
    expect(job.result?.pages).toBe(1);
    expect(text).toContain("Words after.");
    expect(cells.has(`r${ROWS - 1}c0.`)).toBe(false);
    expect(cells.has("r1c1.")).toBe(path !== "/text");
    const below = places.get("Words below.");
    if (below) expect(below.top).toBeGreaterThan(places.get("r5c0.")?.top ?? 0);
  },
);
