/** What the options of PDFs mean together, beyond the table in options.test.ts. */
import { expect, test } from "vitest";
import { readPdf } from "../stage/read-pdf.ts";
import { convert, endOf, open } from "./convert.ts";
import { printOptionPages } from "./print-options-pages.ts";
import { printPages } from "./prints-pages.ts";
import { textOnPaper } from "./text-on-paper.ts";

const { origin } = await open(printPages, printOptionPages);

const SECTION = ["Section One", "Section Two", "Section Three", "Section Four"];

test("the plan's page limit counts the pages of the page ranges", async () => {
  const cut = await convert(`${origin}/sections`, { pdfOptions: { pageRanges: "4, 1, 3" } }, "starter");
  expect((await readPdf(cut.bytes)).map(({ text }) => text)).toEqual([SECTION[0], SECTION[2], SECTION[3]]);
  expect(cut.job.result).toMatchObject({ pages: 3, truncated: false });
  const free = await convert(`${origin}/sections`, { pdfOptions: { pageRanges: "2-" } }, "free");
  const [page] = await readPdf(free.bytes);
  expect(page?.text).toContain(SECTION[1]);
  expect(free.job.result).toMatchObject({ pages: 1, truncated: true });
});

test("page ranges select pages of a PDF that is passed through", async () => {
  const { bytes, job } = await convert(`${origin}/long.pdf`, { pdfOptions: { pageRanges: "2, 9-" } });
  expect((await readPdf(bytes)).map(({ text }) => text)).toEqual(["Ready-made page 2", "Ready-made page 9"]);
  expect(job.result).toMatchObject({ pages: 2, truncated: false });
});

test.for(["/sections", "/long.pdf"])(
  "page ranges without any page of %s fail the job as such, and not as our fault",
  async (path) => {
    const job = await endOf(`${origin}${path}`, { pdfOptions: { pageRanges: "40-50" } });
    expect(job).toMatchObject({ status: "failed", error: { code: "page_ranges_empty", retryable: false } });
  },
);

test("a single page is as tall as its content, also if it has its own sheets and parts as tall as the window", async () => {
  const hero = await convert(`${origin}/hero`, { pdfOptions: { singlePage: true } });
  const [sheet, ...others] = await readPdf(hero.bytes);
  expect(others).toEqual([]);
  expect(sheet?.text).toMatch(/The hero\s*Words\s*The end/);
  // 648 px of the hero, 2,000 px of words, a line with its margins, the padding, and the sheet's margins, at 0.75 pt per px.
  expect(sheet?.height).toBeGreaterThan((648 + 2_000 + 16 + 100) * 0.75);
  expect(sheet?.height).toBeLessThan((648 + 2_000 + 16 + 100 + 200) * 0.75);
  const receipt = await convert(`${origin}/receipt`, {
    pdfOptions: { singlePage: true, width: "80mm", margin: { top: "0", bottom: "0" } },
  });
  const [paper] = await readPdf(receipt.bytes);
  expect(paper?.width).toBeCloseTo((80 * 72) / 25.4, 0);
  expect(paper?.height).toBeLessThan(210 * 0.75);
});

test("a single page above 14,400 pt is split, with a warning", async () => {
  const { bytes, job } = await convert(`${origin}/endless`, { pdfOptions: { singlePage: true } });
  const sheets = await readPdf(bytes);
  expect(sheets.map(({ height }) => height)[0]).toBeCloseTo(14_400, 0);
  expect(sheets.length).toBeGreaterThan(1);
  expect(sheets.at(-1)?.text).toContain("The end");
  expect(job.warnings).toContainEqual(expect.objectContaining({ code: "single_page_split" }));
});

test("a scale is kept on a page that is too wide for it, with a warning", async () => {
  const { bytes, job } = await convert(`${origin}/wide`, { pdfOptions: { scale: 1 } });
  expect((await textOnPaper(bytes)).sizePt).toBeCloseTo(12, 1);
  expect(job.warnings).toContainEqual(expect.objectContaining({ code: "wide_cut" }));
});
