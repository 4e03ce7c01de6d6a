/** What the options of the finished file do to a real print. */
import { expect, test } from "vitest";
import { readPdf } from "../stage/read-pdf.ts";
import { convert, open } from "./convert.ts";
import { pdfDrawer, saturation } from "./drawn.ts";
import { fillsOf } from "./ink.ts";
import { pdfFilePages } from "./pdf-file-pages.ts";

const { origin } = await open(pdfFilePages);
const draw = await pdfDrawer();

test("with grayscale, every px of a colourful page is gray, also in header and watermark, and words stay words", async () => {
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
