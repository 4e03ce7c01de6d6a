/** Compares the service's files of one page with the bare browser's. */
import type { Browser } from "puppeteer-core";
import type { Account } from "../../dev/job-client.ts";
import { printBare, shootBare } from "./bare.ts";
import { convert } from "./ours.ts";
import { type PdfContents, type PdfPage, readPdf } from "./read-pdf.ts";
import { similarityOf } from "./similarity.ts";
import { recallOf, upToEndOf, wordsOf } from "./words.ts";

interface PdfFigures {
  pages: number;
  truncated: boolean;
  scale: number;
  /** Share of the bare print's words. */
  words: number;
  /** Share of the bare print's pictures. */
  images: number;
  /** Share of the words that are visible in the document. Null when the plan's page limit cut the file. */
  visible: number | null;
  /** The bare print's share of the visible words. */
  bareVisible: number | null;
  missing: string[];
}

interface Files {
  pdf: Uint8Array | null;
  barePdf: Uint8Array | null;
  shot: Uint8Array | null;
  bareShot: Uint8Array | null;
}

export interface Compared {
  name: string;
  pdf: PdfFigures | null;
  similarity: number | null;
  warnings: string[];
  /** Why the service made no PDF that can be read, or no screenshot. */
  pdfErrors: string[];
  shotErrors: string[];
  /** Why the bare browser made no file to compare with. */
  notes: string[];
  files: Files;
}

const MISSING_SHOWN = 40;
/** For a file that was cut, the bare print has this many sheets for each of its sheets, because sheets can hold less. */
const MORE_SHEETS = 2;

const wordsIn = (pages: readonly PdfPage[]) => wordsOf(pages.map(({ text }) => text).join("\n"));
const shareOf = (found: number, wanted: number) => (wanted === 0 ? 1 : Math.min(1, found / wanted));
const imagesIn = (pages: readonly PdfPage[]) => pages.reduce((sum, { images }) => sum + images, 0);

async function comparePdf(browser: Browser, url: string, own: PdfContents, truncated: boolean) {
  const count = own.pages.length;
  const bare = await printBare(browser, url, own.scale ?? 1, truncated ? `1-${MORE_SHEETS * count}` : "");
  const reference = (await readPdf(bare.pdf)).pages;
  const found = wordsIn(own.pages);
  const all = wordsIn(reference);
  // Sheets can end at different words, so a file that was cut is compared with the text up to its last words.
  const wanted = truncated ? (upToEndOf(found, all) ?? wordsIn(reference.slice(0, count - 1))) : all;
  const visible = wordsOf(bare.visible);
  const words = recallOf(wanted, found);
  const figures: PdfFigures = {
    pages: count,
    truncated,
    scale: own.scale ?? 1,
    words: words.share,
    images: shareOf(imagesIn(own.pages), imagesIn(truncated ? reference.slice(0, count - 1) : reference)),
    visible: truncated ? null : recallOf(visible, found).share,
    bareVisible: truncated ? null : recallOf(visible, all).share,
    missing: words.missing.slice(0, MISSING_SHOWN),
  };
  return { figures, barePdf: bare.pdf };
}

/** Never rejects for a file that cannot be made: its error is in `pdfErrors`, `shotErrors` or `notes`. */
export async function compare(
  browser: Browser,
  account: Account,
  name: string,
  url: string,
): Promise<Compared> {
  const result: Compared = {
    name,
    pdf: null,
    similarity: null,
    warnings: [],
    pdfErrors: [],
    shotErrors: [],
    notes: [],
    files: { pdf: null, barePdf: null, shot: null, bareShot: null },
  };
  const own = await convert(account, url, "pdf").catch(noteIn(result.pdfErrors, "PDF"));
  const contents = own && (await readPdf(own.bytes).catch(noteIn(result.pdfErrors, "PDF")));
  if (own && contents) {
    result.files.pdf = own.bytes;
    result.warnings = [...new Set(own.warnings.map(({ code }) => code))];
    const compared = await comparePdf(browser, url, contents, own.truncated).catch(
      noteIn(result.notes, "bare PDF"),
    );
    result.pdf = compared?.figures ?? null;
    result.files.barePdf = compared?.barePdf ?? null;
  }
  const shot = await convert(account, url, "screenshot").catch(noteIn(result.shotErrors, "screenshot"));
  const bareShot = await shootBare(browser, url).catch(noteIn(result.notes, "bare screenshot"));
  result.files.shot = shot?.bytes ?? null;
  result.files.bareShot = bareShot;
  if (shot && bareShot) result.similarity = await similarityOf(shot.bytes, bareShot);
  return result;
}

/** An error handler that adds a sentence to the list. */
function noteIn(sentences: string[], what: string): (error: unknown) => null {
  return (error) => {
    sentences.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  };
}
