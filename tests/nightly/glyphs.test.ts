/** Text in each script is drawn with real glyphs, not with the box that replaces a missing glyph. */
import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { convert, open } from "../render/convert.ts";
import { readPicture } from "../render/pixels.ts";
import { CELL, lettersOf, SCRIPTS, SHEET, scriptsPages } from "../render/scripts-pages.ts";
import { readPdf } from "../stage/read-pdf.ts";

/** The texts of `ActualText` in a PDF. */
function replacementTexts(bytes: Buffer): string {
  const texts: string[] = [];
  for (let at = bytes.indexOf("stream\n"); at >= 0; at = bytes.indexOf("stream\n", at + 1)) {
    const end = bytes.indexOf("endstream", at);
    const content = inflate(bytes.subarray(at + 7, end));
    for (const [, hex = ""] of content.matchAll(/\/ActualText <FEFF([0-9A-F]+)>/gi))
      texts.push(Buffer.from(hex, "hex").swap16().toString("utf16le"));
  }
  return texts.join("");
}

function inflate(stream: Buffer): string {
  try {
    return inflateSync(stream).toString("latin1");
  } catch {
    return stream.toString("latin1");
  }
}

const { origin } = await open(scriptsPages);
const options = { outputType: "screenshot", screenshotOptions: { viewport: SHEET } } as const;
const shot = async (path: string) => {
  const { bytes, job } = await convert(origin + path, options);
  return { picture: await readPicture(bytes), job };
};
const cell = ({ picture }: Awaited<ReturnType<typeof shot>>, column: number, row: number) =>
  picture.bits(column * CELL, row * CELL, CELL, CELL);

test("letters of 37 scripts, symbols and emoji have glyphs, whatever the page's security policy", async () => {
  const page = await shot("/letters");
  const boxes: string[] = [];
  for (const [row, [name, words]] of Object.entries(SCRIPTS).entries()) {
    const letters = lettersOf(words);
    const box = cell(page, letters.length, row);
    const drawn = letters.map((_, column) => cell(page, column, row));
    if (new Set([...drawn, box]).size <= letters.length) boxes.push(`${name}: ${letters.join(" ")}`);
  }
  expect(page.job.warnings).toEqual([]);
  expect(boxes).toEqual([]);
});

test("a PDF has all letters of the page's words, in all scripts", async () => {
  const { bytes } = await convert(`${origin}/words`);
  const pages = await readPdf(bytes);
  // Of letters that change places, Chromium writes the text beside the glyphs, which pdf.js does not read.
  const text = pages.map((page) => page.text).join("") + replacementTexts(bytes);
  const has = new Set(text.normalize("NFKD"));
  const lost = Object.entries(SCRIPTS).flatMap(([name, words]) => {
    const letters = [...words.normalize("NFKD")].filter((letter) => !has.has(letter));
    return letters.length > 0 ? [`${name}: ${letters.join(" ")}`] : [];
  });
  expect(lost).toEqual([]);
  const exact = [
    "Greek",
    "Cyrillic",
    "Hebrew",
    "Armenian",
    "Bengali",
    "Thai",
    "Ethiopic",
    "Chinese",
    "Korean",
    "emoji",
  ] as const;
  for (const name of exact) expect(text.normalize("NFC")).toContain(SCRIPTS[name].normalize("NFC"));
});

test("emoji have colours", async () => {
  const { picture } = await shot("/letters");
  const row = Object.keys(SCRIPTS).indexOf("emoji");
  const [red, , blue] = picture.at(CELL / 2 - 12, (row + 0.5) * CELL);
  expect(red - blue).toBeGreaterThan(100);
});

test("text of shadow roots, fields, style sheets, SVG, missing pictures and frames has glyphs", async () => {
  const page = await shot("/places");
  const boxes = cell(page, 5, 0);
  const places = [0, 1, 2, 3, 4].map((column) => cell(page, column, 0));
  expect(places).not.toContain(boxes);
  expect(new Set([places[0], places[1], places[3]]).size).toBe(1);
  const [picture, choice, pictureBoxes, choiceBoxes] = [0, 1, 2, 3].map((column) => cell(page, column, 1));
  expect(picture).not.toBe(pictureBoxes);
  expect(choice).not.toBe(choiceBoxes);
  expect(cell(page, 0, 2)).not.toBe(cell(page, 3, 2));
});

test("text that comes after the fonts has glyphs, also if it has no new letters", async () => {
  const page = await shot("/late");
  expect(cell(page, 1, 0)).toBe(cell(page, 0, 0));
});

test("a web font of the page is used before ours", async () => {
  const page = await shot("/own");
  expect(cell(page, 0, 0)).toBe(cell(page, 1, 0));
});

test("a page in Latin letters gets no fonts", async () => {
  const { job } = await shot("/latin");
  expect(job.timings?.glyphs).toBeUndefined();
});
