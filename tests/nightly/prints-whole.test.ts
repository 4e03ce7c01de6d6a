/** All words are on the sheets and large enough to read, for any paper, viewport and writing direction. */
import { expect, test } from "vitest";
import type { JobRequestInput } from "#contract/job/request.ts";
import { PDF_FORMATS } from "#contract/job/values.ts";
import { convert, open } from "../render/convert.ts";
import { inkBox } from "../render/ink.ts";
import { DIRECTED, HEBREW, numbered, wholePages } from "../render/prints-whole-pages.ts";
import { textOnPaper } from "../render/text-on-paper.ts";

type PdfOptions = NonNullable<NonNullable<JobRequestInput["options"]>["pdfOptions"]>;

const { origin } = await open(wholePages);

/** The default font size: 16 px at 4/3 px per point. */
const FULL_SIZE_PT = 12;

async function print(path: string, pdfOptions: PdfOptions = {}) {
  const { bytes, job } = await convert(origin + encodeURI(path), { pdfOptions });
  const { text, sizePt } = await textOnPaper(bytes);
  const words = text.match(/w\d{3}/g) ?? [];
  return { text, words, sizePt, warnings: job.warnings.map(({ code }) => code) };
}

/** The largest and the smallest. */
const FORMATS = ["A0", "A6"] as const;
const VIEWPORTS = [{}, { viewport: { width: 500 } }, { viewport: { width: 1920 } }];

/** Prints the page on both papers, in all viewports at the same time. */
async function printAll(path: string) {
  const all: ({ name: string } & Awaited<ReturnType<typeof print>>)[] = [];
  for (const format of FORMATS) {
    const printed = VIEWPORTS.map(async (viewport) => {
      const options = { format, ...viewport };
      return { name: JSON.stringify(options), ...(await print(path, options)) };
    });
    all.push(...(await Promise.all(printed)));
  }
  return all;
}

test.for(Object.keys(DIRECTED))("%s keeps all its words on any paper and in any viewport", async (name) => {
  const words = DIRECTED[name]?.content.match(/w\d+/g);
  for (const printed of await printAll(`/${name}`)) expect(printed.words, printed.name).toEqual(words);
});

test("Hebrew sentences are there word for word", async () => {
  for (const { name, text } of await printAll("/hebrew")) {
    // pdf.js returns the words of a line from left to right, so only the set of words can be compared.
    expect(text.split(/\s+/).toSorted(), name).toEqual(HEBREW.split(" ").toSorted());
  }
});

test.for(PDF_FORMATS)("on %s, text in the default size has at least 9 pt", async (format) => {
  const { sizePt, warnings } = await print("/plain", { format });
  expect(sizePt).toBeGreaterThanOrEqual(FULL_SIZE_PT * 0.75);
  expect(warnings).toEqual([]);
});

test("a requested viewport width is kept, down to half the text size", async () => {
  expect((await print("/plain", { viewport: { width: 1200 } })).sizePt).toBeCloseTo((12 * 693.7) / 1200, 1);
  expect((await print("/plain", { viewport: { width: 1920 } })).sizePt).toBeCloseTo(6, 1);
  expect((await print("/plain", { viewport: { width: 1920, fitPaper: true } })).sizePt).toBeCloseTo(9, 1);
  expect((await print("/plain", { viewport: { fitPaper: false } })).sizePt).toBeCloseTo(6, 1);
});

test("a page that is wider than the sheet is scaled down only until it fits", async () => {
  const { words, sizePt, warnings } = await print("/row");
  expect(words).toEqual(`${numbered(40, 100)} ${numbered(10, 300)}`.split(" "));
  // Ten boxes of 102 px, 2 px apart. The layout ends between the begin of the last word (940 px) and its box's end (1070 px).
  expect(sizePt).toBeGreaterThan((FULL_SIZE_PT * 693) / 1070);
  expect(sizePt).toBeLessThan((FULL_SIZE_PT * 694) / 940);
  expect(warnings).toEqual([]);
});

test("text that is scaled down too far to read causes a warning", async () => {
  const { words, warnings } = await print("/table/40");
  expect(words).toHaveLength(80);
  expect(warnings).toEqual(["text_small"]);
});

test("a table that is wider than its column in the middle of the page is printed to its end", async () => {
  expect((await print("/table-in-middle")).words).toHaveLength(80);
});

test("a wide table is scaled down alone", async () => {
  const { words, sizePt, warnings } = await print("/table/10");
  expect(words).toHaveLength(50);
  expect(sizePt).toBeCloseTo(9, 1);
  expect(warnings).toEqual([]);
});

test("a table as wide as its part of the page is scaled down with this part, and not once more", async () => {
  const { words, sizePt, warnings } = await print("/table-in-fixed-box");
  expect(words).toHaveLength(48);
  expect(sizePt).toBeCloseTo((12 * 693.7) / 1102, 1);
  expect(warnings).toEqual([]);
});

test("a table in a box that scrolls is scaled down alone, with a warning where it is small", async () => {
  const { words, sizePt, warnings } = await print("/table-in-column");
  expect(words).toHaveLength(50);
  expect(sizePt).toBeCloseTo(9, 1);
  expect(warnings).toEqual(["text_small"]);
});

test.for(["/scrolled-table", "/table-in-boxes"])(
  "%s is scaled down to half its size, and then the page",
  async (path) => {
    const { words, sizePt, warnings } = await print(path);
    expect(words).toHaveLength(60);
    // Twenty cells of 104 px, at half their size.
    expect(sizePt).toBeGreaterThan((FULL_SIZE_PT * 693) / 1070);
    expect(sizePt).toBeLessThan(9);
    expect(warnings).toEqual(["text_small"]);
  },
);

test("a page with sheets of its own is laid out for their width, and nothing is cut", async () => {
  const table = await print("/own-size");
  expect(table.words).toHaveLength(56);
  expect(table.sizePt).toBeCloseTo(FULL_SIZE_PT * (210 / 215.9), 1);
  const row = await print("/own-size/row");
  expect(row.words).toHaveLength(56);
  expect(row.warnings).toEqual(["text_small"]);
});

test("a picture without a viewBox is scaled down, and not cut", async () => {
  const { text, sizePt } = await print("/picture-without-size");
  expect(text).toContain("End");
  expect(sizePt).toBeCloseTo(9, 1);
});

test("words that styles draw in empty elements are on paper", async () => {
  expect((await print("/styled-words")).text.match(/Styled/g)).toHaveLength(30);
});

test("a page that leaves the size of the sheet open is scaled down until it fits", async () => {
  expect((await print("/size-auto")).words).toHaveLength(50);
});

test("a button without words that floats over the page is not on paper", async () => {
  const { words, text } = await print("/floating-button");
  expect(words).toHaveLength(40);
  expect(text).not.toContain("↑");
});

test.for([
  "/code",
  "/code-in-box",
  "/code-in-page",
  "/code-in-lines",
  "/wide-picture",
  "/drawer",
  "/fixed-drawer",
  "/far-away",
  "/wide-band",
])("%s does not make the text smaller", async (path) => {
  const { words, sizePt } = await print(path);
  expect(words.slice(0, 40)).toEqual(numbered(40, 100).split(" "));
  expect(words.filter((word) => /^w3/.test(word))).toHaveLength(path.startsWith("/code") ? 60 : 0);
  expect(sizePt).toBeCloseTo(9, 1);
});

test("lines of text that have room on a page of half the size stay lines", async () => {
  const { text, sizePt } = await print("/columns-of-text");
  for (const row of [300, 330, 360]) expect(text).toContain(numbered(30, row));
  expect(sizePt).toBeGreaterThan(9 / 2);
});

test("a word that is wider than the page is wrapped, and words that are wider than their column alone are not", async () => {
  const { text, sizePt, warnings } = await print("/long-word");
  expect(text).toMatch(/\bManufacturer\s+recommendations\b/);
  expect(text.replaceAll(/\s/g, "")).toContain("overlong".repeat(40));
  expect(sizePt).toBeCloseTo(9, 1);
  expect(warnings).toEqual([]);
});

test("a page is not scaled down for a panel that is beside it at every width", async () => {
  const { words, text, sizePt, warnings } = await print("/panel-beside");
  expect(words).toEqual([...numbered(40, 100).split(" "), "w300"]);
  expect(text).not.toContain("Settings");
  expect(sizePt).toBeCloseTo(9, 1);
  expect(warnings).toEqual(["wide_cut"]);
});

test("a page with its own print rules is printed at full size, and scaled down only if it is too wide", async () => {
  for (const path of ["/own-rules", "/own-rules/in-motion"])
    expect(await print(path)).toMatchObject({ sizePt: expect.closeTo(FULL_SIZE_PT, 1), warnings: [] });
  expect((await print("/both-media")).sizePt).toBeCloseTo(9, 1);
  const wide = await print("/own-rules/row");
  expect(wide.words).toHaveLength(50);
  expect(wide.sizePt).toBeLessThan(FULL_SIZE_PT * 0.75);
});

test("a page that sets its own margins is printed up to the edge of the sheet", async () => {
  const { bytes } = await convert(`${origin}/own-page`);
  const { left, right } = await inkBox(bytes);
  expect(Math.max(left, right)).toBeLessThan(1);
});

test("a chart that adapts to the width of the sheet is printed once it is drawn again", async () => {
  const { text, sizePt, warnings } = await print("/chart");
  expect(text).toContain("drawn for 694 px");
  expect(sizePt).toBeCloseTo(FULL_SIZE_PT, 1);
  expect(warnings).toEqual([]);
});

test("a map that fills the window is drawn for the height of the sheet", async () => {
  const { job, bytes } = await convert(`${origin}/map`);
  expect(job.result?.pages).toBe(1);
  // A4 without its margins, at a scale of 0.75.
  expect((await textOnPaper(bytes)).text).toMatch(/drawn for 136\d px/);
});
