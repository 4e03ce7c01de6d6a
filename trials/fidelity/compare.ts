/** One page: our files, the bare browser's, and how much of one is in the other. */
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
  /** Share of its pictures. */
  images: number;
  /** Share of the words that can be seen in the document; null where the plan's cap cut the file. */
  visible: number | null;
  /** The bare print's share of them. */
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
  /** Why there is no PDF of ours, or none that can be read, and no screenshot. */
  pdfErrors: string[];
  shotErrors: string[];
  /** Why there is nothing to compare it with. */
  notes: string[];
  files: Files;
}

const MISSING_SHOWN = 40;
/** Sheets of the bare print for each of a file that was cut: sheets may be fuller in one than in the other. */
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
  // Where a sheet ends may differ: a file that was cut is held against what stands before its last words.
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

/** What cannot be made is said in the errors and notes. */
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
  const own = await convert(account, url, "pdf").catch(say(result.pdfErrors, "PDF"));
  const contents = own && (await readPdf(own.bytes).catch(say(result.pdfErrors, "PDF")));
  if (own && contents) {
    result.files.pdf = own.bytes;
    result.warnings = [...new Set(own.warnings.map(({ code }) => code))];
    const compared = await comparePdf(browser, url, contents, own.truncated).catch(
      say(result.notes, "bare PDF"),
    );
    result.pdf = compared?.figures ?? null;
    result.files.barePdf = compared?.barePdf ?? null;
  }
  const shot = await convert(account, url, "screenshot").catch(say(result.shotErrors, "screenshot"));
  const bareShot = await shootBare(browser, url).catch(say(result.notes, "bare screenshot"));
  result.files.shot = shot?.bytes ?? null;
  result.files.bareShot = bareShot;
  if (shot && bareShot) result.similarity = await similarityOf(shot.bytes, bareShot);
  return result;
}

/** A handler that keeps the error as a sentence. */
function say(sentences: string[], what: string): (error: unknown) => null {
  return (error) => {
    sentences.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  };
}
