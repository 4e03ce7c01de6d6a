/** Reads what a file contains, and compares it with another file of the same job. */
import sharp from "sharp";
import { readPdf } from "../trials/fidelity/read-pdf.ts";
import { recallOf, wordsOf } from "../trials/fidelity/words.ts";
import type { Job } from "./converter.ts";

export interface Contents {
  bytes: number;
  /** Pages of a PDF, 1 of a picture. */
  pages: number;
  words: string[];
  pictures: number;
  /** Other properties that must be equal, by name. */
  traits: Record<string, string>;
}

/** Minimum share of words that two files have in common. Not 1, because lines can end at different words. */
const MIN_COMMON_WORDS = 0.99;

export async function contentsOf(file: Uint8Array, { output }: Job): Promise<Contents> {
  const bytes = file.length;
  if (output === "jpeg") {
    const { width, height } = await sharp(file).metadata();
    return { bytes, pages: 1, words: [], pictures: 1, traits: { size: `${width} × ${height}` } };
  }
  const { pages, scale, tagged, outlined } = await readPdf(file);
  const [first] = pages;
  return {
    bytes,
    pages: pages.length,
    words: wordsOf(pages.map(({ text }) => text).join("\n")),
    pictures: pages.reduce((sum, { images }) => sum + images, 0),
    traits: {
      sheet: `${first?.width.toFixed(0)} × ${first?.height.toFixed(0)} pt`,
      scale: (scale ?? 0).toFixed(2),
      tags: tagged ? "tagged" : "no tags",
      outline: outlined ? "outlined" : "no outline",
    },
  };
}

/** Short descriptions of the differences. Empty for equal contents. */
export function differences(file: Contents, reference: Contents): string[] {
  const found: string[] = [];
  if (file.pages !== reference.pages) found.push(`${file.pages} pages`);
  if (file.pictures !== reference.pictures) found.push(`${file.pictures} pictures`);
  const common = Math.min(
    recallOf(reference.words, file.words).share,
    recallOf(file.words, reference.words).share,
  );
  if (common < MIN_COMMON_WORDS) found.push(`${file.words.length} words`);
  for (const [name, value] of Object.entries(file.traits))
    if (value !== reference.traits[name]) found.push(value);
  return found;
}
