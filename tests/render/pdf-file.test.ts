/** What the options of the finished file do to a real print. */
import { getDocument, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect, test } from "vitest";
import { readPdf } from "../stage/read-pdf.ts";
import { convert, open, withoutHaste } from "./convert.ts";
import { difference, pdfDrawer, saturation } from "./drawn.ts";
import { fillsOf } from "./ink.ts";
import { pdfFilePages } from "./pdf-file-pages.ts";
import { printPages } from "./prints-pages.ts";

const { origin } = await open(pdfFilePages, printPages);
const draw = await pdfDrawer();

test("with grayscale, every px of a colourful page is gray, also in header and watermark, and words stay words", {
  tags: ["nightly"],
}, async () => {
  const pdfOptions = {
    grayscale: true,
    headerTemplate: "<b style='color:#00f'>Header</b>",
    watermark: { text: "DRAFT" },
  };
  const { bytes } = await convert(`${origin}/colors`, { pdfOptions }, "free");
  expect(await fillsOf(bytes)).toContain("rgb(204, 0, 0)");
  expect(saturation(await draw(bytes))).toBeLessThanOrEqual(1);
  const [page] = await readPdf(bytes);
  for (const words of ["Red words", "A link", "Header", "DRAFT", "Made with Platen"])
    expect(page?.text).toContain(words);
});

test("shades of gray cover a PDF whose content leaves graphics states open", async () => {
  const { bytes } = await convert(`${origin}/open-states.pdf`, { pdfOptions: { grayscale: true } });
  expect(saturation(await draw(bytes))).toBeLessThanOrEqual(1);
});

/** Opens the PDF with the password. */
async function unlock(bytes: Buffer, password: string) {
  const task = getDocument({ data: new Uint8Array(bytes), password, verbosity: VerbosityLevel.ERRORS });
  const document = await task.promise;
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const facts = {
    info: (await document.getMetadata()).info,
    outline: await document.getOutline(),
    links: await page.getAnnotations(),
    structure: JSON.stringify(await page.getStructTree()),
    text: items.map((item) => ("str" in item ? item.str : "")).join(""),
  };
  await task.destroy();
  return facts;
}

test("a PDF with a password keeps everything for those who have it, and shows nothing to others", async () => {
  const pdfOptions = { password: "Größe 二", ownerPassword: "other", metadata: { title: "Hidden title" } };
  const { bytes, job } = await convert(`${origin}/colors`, { pdfOptions }, "free");
  expect(job.options).toMatchObject({ pdfOptions: { password: "[hidden]", ownerPassword: "[hidden]" } });
  for (const password of ["Größe 二", "other"]) {
    expect(await unlock(bytes, password)).toMatchObject({
      info: { Title: "Hidden title", Language: "en" },
      outline: [{ title: "Red words" }],
      links: [{ url: "https://example.com/" }],
      structure: expect.stringMatching(/"Link".*"lang":"en"/),
      text: expect.stringMatching(/Red words.*Made with Platen/s),
    });
  }
  await expect(unlock(bytes, "Grosse")).rejects.toThrow("Incorrect Password");
  expect(bytes.toString("latin1")).not.toMatch(/Hidden|H.i.d.d.e.n|example|Skia|\(en\)/s);
});

test("a PDF that is passed through gets the password too", { tags: ["nightly"] }, async () => {
  const { bytes } = await convert(`${origin}/sample.pdf`, { pdfOptions: { password: "Größe 二" } });
  expect(await unlock(bytes, "Größe 二")).toMatchObject({
    info: { Title: "A ready-made document" },
    text: "Ready-made page 1",
  });
  await expect(unlock(bytes, "")).rejects.toThrow("No password given");
});

test.for(["/unknown", "/download"])(
  "a PDF of an unknown type is passed through because of its first bytes or its name (%s)",
  async (path) => {
    const { bytes, job } = await convert(origin + path);
    expect(job.result).toMatchObject({ contentType: "application/pdf", pages: 1 });
    expect(await fillsOf(bytes)).toContain("rgb(255, 0, 0)");
  },
);

test("a PDF of JSON has its text alone, without the browser's control over it", async () => {
  const { bytes } = await convert(`${origin}/data.json`);
  expect((await readPdf(bytes)).map((page) => page.text)).toEqual(['{"words":["of","data"]}']);
});

test(
  "with compressed images, a page of photos is a third as large and looks the same, also with its scripts off",
  { tags: ["nightly"] },
  () =>
    withoutHaste(async () => {
      const { bytes: plain } = await convert(`${origin}/photos`);
      const { bytes, job } = await convert(`${origin}/photos`, {
        javascript: false,
        pdfOptions: { compress: "images" },
      });
      expect(bytes.length).toBeLessThan(plain.length / 3);
      expect(difference(await draw(plain), await draw(bytes))).toBeLessThan(2);
      expect((await readPdf(bytes))[0]?.text).toContain("Words");
      expect(job.warnings).toEqual([]);
    }),
);
