/** What the options of PDFs mean together, beyond the table in options.test.ts. */
import { getDocument, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect, test } from "vitest";
import { readPdf } from "../stage/read-pdf.ts";
import { convert, endOf, open } from "./convert.ts";
import { BOOK_PAGES, printOptionPages } from "./print-options-pages.ts";
import { printPages } from "./prints-pages.ts";
import { textOnPaper } from "./text-on-paper.ts";

const { origin, hits } = await open(printPages, printOptionPages);

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

test("page ranges select pages of a PDF that is passed through", { tags: ["nightly"] }, async () => {
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

test("a scale is kept on a page that is too wide for it, with a warning", { tags: ["nightly"] }, async () => {
  const { bytes, job } = await convert(`${origin}/wide`, { pdfOptions: { scale: 1 } });
  expect((await textOnPaper(bytes)).sizePt).toBeCloseTo(12, 1);
  expect(job.warnings).toContainEqual(expect.objectContaining({ code: "wide_cut" }));
});

/** Text of a PDF with its size and its distance from the top of its sheet, in points. */
async function linesOf(bytes: Buffer) {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
  const document = await task.promise;
  const lines: { page: number; text: string; sizePt: number; leftPt: number; topPt: number }[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { height } = page.getViewport({ scale: 1 });
    for (const item of (await page.getTextContent()).items) {
      if (!("str" in item) || !item.str.trim()) continue;
      const [, , , sizePt = 0, leftPt = 0, y = 0] = item.transform.map(Number);
      lines.push({ page: number, text: item.str, sizePt, leftPt, topPt: height - y });
    }
  }
  await task.destroy();
  return lines;
}

test("header and footer have the numbers of the document's pages, in a readable size", async () => {
  const pdfOptions = {
    pageRanges: "2-",
    headerTemplate: "{title}, {date}",
    footerTemplate: "<p title='{page}'>Page {page} of {pages}</p>",
  };
  const { bytes } = await convert(`${origin}/sections`, { locale: "de", pdfOptions });
  const lines = (await linesOf(bytes)).filter(({ page }) => page === 1);
  const footer = lines.find(({ text }) => text === "Page 2 of 4");
  expect(footer?.sizePt).toBeGreaterThan(7);
  expect(footer?.topPt).toBeGreaterThan(842 - 54);
  expect(lines.map(({ text }) => text).join("")).toMatch(/Four sections, \d\d\.\d\d\.\d{4}/);
  expect(lines.find(({ text }) => text.startsWith("Four sections"))?.topPt).toBeLessThan(54);
});

test("the second of three pages has its number in its footer", { tags: ["nightly"] }, async () => {
  const pdfOptions = { footerTemplate: "Page {page} of {pages}" };
  const { bytes } = await convert(`${origin}/three-sections`, { pdfOptions });
  const footers = (await linesOf(bytes)).filter(({ text }) => text.startsWith("Page"));
  expect(footers.map(({ page, text }) => [page, text])).toEqual([
    [1, "Page 1 of 3"],
    [2, "Page 2 of 3"],
    [3, "Page 3 of 3"],
  ]);
  for (const { sizePt } of footers) expect(sizePt).toBeGreaterThan(7);
});

test("of a very long page, the first sheets, a later one and the number of all sheets are right", {
  tags: ["nightly"],
}, async () => {
  const book = `${origin}/book`;
  const first = await convert(book, {}, "pro");
  const texts = (await readPdf(first.bytes)).map(({ text }) => text);
  expect(texts).toEqual([1, 2, 3, 4, 5].map((page) => `Section ${page}.`));
  expect(first.job.result).toMatchObject({ truncated: true });
  const [last] = await readPdf((await convert(book, { pdfOptions: { pageRanges: `${BOOK_PAGES}` } })).bytes);
  expect(last?.text).toBe(`Section ${BOOK_PAGES}.`);
  const counted = await convert(book, { pdfOptions: { pageRanges: "1", footerTemplate: "of {pages}" } });
  expect((await linesOf(counted.bytes)).map(({ text }) => text)).toContain(`of ${BOOK_PAGES}`);
});

test("a header has room in a small margin, and on a page that sets its own margins", {
  tags: ["nightly"],
}, async () => {
  const pdfOptions = { margin: { top: "0" }, headerTemplate: "<p>1<p>2<p>3<p>4<p>5<p>6" };
  for (const path of ["/own-margins", "/sections"]) {
    const { bytes, job } = await convert(origin + path, { pdfOptions });
    const lines = await linesOf(bytes);
    const words = lines.find(({ text }) => /Words|Section/.test(text));
    const last = lines.find(({ text }) => text === "6");
    expect(last?.topPt).toBeGreaterThan(54);
    expect(words?.topPt).toBeGreaterThan((last?.topPt ?? Number.NaN) + 6);
    expect(job.warnings).toEqual([]);
  }
});

test("a header that is taller than a third of the sheet is cut off, with a warning", async () => {
  const headerTemplate = `<div style="height:2000px">Top</div><p>Bottom`;
  const { bytes, job } = await convert(`${origin}/three-sections`, { pdfOptions: { headerTemplate } });
  const [page] = await readPdf(bytes);
  expect(page?.text).toMatch(/Top/);
  expect(page?.text).toContain("Section One");
  expect(page?.text).not.toContain("Bottom");
  expect(job.warnings).toContainEqual(expect.objectContaining({ code: "template_cut" }));
});

test("a header in Hebrew begins at the right", { tags: ["nightly"] }, async () => {
  const { bytes } = await convert(`${origin}/sections`, { pdfOptions: { headerTemplate: "שלום {page}" } });
  const hello = (await linesOf(bytes)).find(({ text }) => text.includes("שלום"));
  expect(hello?.leftPt).toBeGreaterThan(400);
});

const HOSTILE_TEMPLATE = `<script>document.write("RAN")</script><img src="${origin}/called" onerror="this.after('RAN')">
  <style onload="this.after('RAN')">@import "${origin}/called"; @font-face { font-family: f; src: url(${origin}/called) }
    p { font-family: f; background: url(${origin}/called) }</style>
  <link rel="stylesheet" href="${origin}/called"><iframe src="${origin}/called"></iframe><p>The header</p>
  <svg onload="this.after('RAN')"><image href="${origin}/called"/></svg><b>unclosed <i `;

test("a template runs no scripts and loads nothing, and may have unclosed tags", async () => {
  const pdfOptions = { headerTemplate: HOSTILE_TEMPLATE, footerTemplate: HOSTILE_TEMPLATE };
  const { bytes, job } = await convert(`${origin}/sections`, { pdfOptions });
  const [page] = await readPdf(bytes);
  expect(page?.text).toContain("Section One");
  expect(page?.text).not.toContain("RAN");
  expect(hits.get("/called")).toBeUndefined();
  expect(job.warnings).toEqual([]);
});

test("an image in a data address is part of the header", { tags: ["nightly"] }, async () => {
  const dot =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const headerTemplate = `<img src="data:image/png;base64,${dot}" width="40" height="20">`;
  const { bytes } = await convert(`${origin}/receipt`, { pdfOptions: { headerTemplate } });
  expect(bytes.toString("latin1")).toContain("/Subtype /Image");
});

test("a watermark is on every page, in any script, also on a page that forbids styles", async () => {
  const watermark = { text: "Черновик 機密" };
  const { bytes } = await convert(`${origin}/sections`, { pdfOptions: { watermark } });
  for (const { text } of await readPdf(bytes)) expect(text).toContain(watermark.text);
  const same = await convert(`${origin}/secret`, { pdfOptions: { watermark } });
  const [secret] = await readPdf(same.bytes);
  expect(secret?.text.split("機密")).toHaveLength(3);
  const strict = await convert(`${origin}/forbidding`, { pdfOptions: { watermark: { text: "DRAFT" } } });
  const mark = (await linesOf(strict.bytes)).find(({ text }) => text === "DRAFT");
  expect(mark?.topPt).toBeGreaterThan(200);
});

test("a watermark's image that is not an image fails the job", async () => {
  const image = "data:image/png;base64,AAAA";
  const job = await endOf(`${origin}/sections`, { pdfOptions: { watermark: { image } } });
  expect(job).toMatchObject({ status: "failed", error: { code: "watermark_failed" } });
});

test("a PDF that is passed through gets the properties and shades of gray, and a warning in place of header and watermark", async () => {
  const pdfOptions = { metadata: { author: "Ada" }, grayscale: true, watermark: { text: "DRAFT" } };
  const { bytes, job } = await convert(`${origin}/sample.pdf`, { pdfOptions });
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
  const { info } = await (await task.promise).getMetadata();
  await task.destroy();
  expect(info).toMatchObject({ Title: "A ready-made document", Author: "Ada" });
  expect(bytes.toString("latin1")).toContain("/BM /Color");
  expect(job.warnings).toContainEqual(expect.objectContaining({ code: "pdf_kept" }));
});
