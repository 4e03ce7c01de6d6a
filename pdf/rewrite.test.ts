import { PDFDocument, PDFName } from "@cantoo/pdf-lib";
import { describe, expect, test } from "vitest";
import { rewritePdf } from "./rewrite.ts";
import { HOSTILE, inflateBomb, taggedDocument } from "./samples.ts";

/** The largest take seconds of processor time, on a machine that may be busy. */
const BUSY_MACHINE_MS = 240_000;
/** They take seconds of processor time until a bound of the parser ends them. */
const LONG = new Set(["19 MB of junk", "objects that never end"]);
const PLAIN = { cap: 3, watermark: true, grayscale: false };

describe("a hostile PDF", { timeout: BUSY_MACHINE_MS }, () => {
  const isUnreadable = async ([, make]: readonly [string, () => Buffer]) => {
    const error: unknown = await rewritePdf(make(), PLAIN).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(Error);
  };
  const quick = Object.entries(HOSTILE).filter(([name]) => !LONG.has(name));
  test.for(quick)("of %s is unreadable", isUnreadable);
  const long = Object.entries(HOSTILE).filter(([name]) => LONG.has(name));
  test.for(long)("of %s is unreadable, after seconds", { tags: ["nightly"] }, isUnreadable);

  test("an object stream that inflates without end is too large", async () => {
    const rewriting = rewritePdf(inflateBomb(), PLAIN);
    await expect(rewriting).rejects.toMatchObject({ code: "result_too_large" });
  });
});

// tests/nightly/hostile-pdfs.test.ts does it with 200,000 objects, in the Worker and its memory.
test("a sound PDF of 50,000 small objects is marked", {
  timeout: BUSY_MACHINE_MS,
  tags: ["nightly"],
}, async () => {
  const file = taggedDocument(50_000);
  const { bytes, pages } = await rewritePdf(file, PLAIN);
  expect(pages).toBe(1);
  expect(bytes.length).toBeGreaterThan(file.length / 2);
});

test("a PDF that needs no change is returned as it is", async () => {
  const file = taggedDocument(3);
  const { bytes } = await rewritePdf(file, { ...PLAIN, watermark: false });
  expect(bytes).toBe(file);
});

test("a PDF of object streams and a cross-reference stream keeps its pages, title and text", async () => {
  const document = await PDFDocument.create();
  document.setTitle("Kept");
  for (let index = 0; index < 300; index += 1) document.addPage([300, 400]).drawText(`Page ${index}`);
  const bytes = await document.save({ useObjectStreams: true });
  expect(Buffer.from(bytes).toString("latin1")).toContain("/ObjStm");
  const rewritten = await rewritePdf(bytes, PLAIN);
  expect(rewritten).toMatchObject({ pages: 3, truncated: true });
  const read = await PDFDocument.load(rewritten.bytes);
  expect(read.getTitle()).toBe("Kept");
  expect(read.getPage(0).node.get(PDFName.of("Contents"))).toBeDefined();
});
