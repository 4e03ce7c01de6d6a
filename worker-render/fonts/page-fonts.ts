/** Gives a page fonts for what the browser has no glyphs for. They come from R2 and draw only what the browser's fonts lack. */
import { z } from "zod";
import { log } from "#log/log.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import { call, evaluate, Navigated } from "../devtools/in-page.ts";
import { within } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import addFaceInPage from "./add-face.in-page.js";
import { type Chosen, chooseFaces } from "./choose-faces.ts";
import { type FontBucket, NoFonts, readFonts } from "./font-files.ts";
import { FontIndex, PREFIX } from "./font-index.ts";
import { missingLetters } from "./glyphs.ts";
import INDEX from "./index.txt";
import insertFamiliesInPage from "./insert-families.in-page.js";
import { Letters, NO_LETTERS, READ_LETTERS } from "./letters.ts";
import { classOf, cssOf, emojiRanges } from "./ranges.ts";
import textsInPage from "./texts.in-page.js";

const WORLD = "platen_fonts";
/** Most bytes of font files that a job may use. A page of 3,000 Chinese characters needs 4 MB. */
const MAX_BYTES = 8_000_000;
/** Files that are sent at the same time, in bytes. */
const BATCH_BYTES = 2_000_000;
/** Characters that a warning names. */
const NAMED = 10;

/** A document of a page, and what it shows. */
export interface Shown {
  cdpSession: CDPSession;
  frameId: string;
  letters: Letters;
}

let index: FontIndex | null = null;

/** Fonts of one job. */
export class PageFonts {
  private readonly bucket: FontBucket;
  private leftBytes = MAX_BYTES;
  /** By frame: the faces that its document has. */
  private readonly added = new Map<string, Set<number>>();

  constructor(bucket: FontBucket) {
    this.bucket = bucket;
  }

  /**
   * Adds fonts to the documents, within `ms`. Returns whether a document has changed. Never rejects: without fonts, the page is
   * captured with boxes, and a warning.
   */
  async add(documents: readonly Shown[], ms: number, journal: Journal): Promise<boolean> {
    const rich = documents.filter(({ letters }) => letters.characters !== "" || letters.emoji.length > 0);
    if (rich.length === 0) return false;
    const work = async () => (await Promise.all(rich.map((one) => this.addTo(one, journal)))).some(Boolean);
    return journal.time("glyphs", () =>
      within(work(), ms, () => {
        warn(
          journal,
          rich.flatMap(({ letters }) => listOf(letters)),
          "The fonts did not arrive in time.",
        );
        return false;
      }),
    );
  }

  /** The same for what the document shows now. */
  async addFor(document: Omit<Shown, "letters">, ms: number, journal: Journal): Promise<boolean> {
    const reading = evaluate(document.cdpSession, READ_LETTERS, Letters).catch(() => NO_LETTERS);
    const letters = await within(reading, ms, () => NO_LETTERS);
    return this.add([{ ...document, letters }], ms, journal);
  }

  private async addTo({ cdpSession, frameId, letters }: Shown, journal: Journal): Promise<boolean> {
    let opened: Promise<number> | undefined;
    const world = () => {
      opened ??= openWorld(cdpSession, frameId);
      return opened;
    };
    try {
      const missing = await missingLetters(cdpSession, letters, world);
      return missing !== null && (await this.send(cdpSession, frameId, missing, world, journal));
    } catch (error) {
      // The next look sees the document that has replaced this one.
      if (error instanceof Navigated) return false;
      log.error("The fonts of a page could not be added.", { error });
      const isStored = !(error instanceof NoFonts);
      warn(journal, listOf(letters), isStored ? "The fonts failed." : "The service's bucket has no fonts.");
      return false;
    }
  }

  private async send(
    cdpSession: CDPSession,
    frameId: string,
    missing: Letters,
    world: () => Promise<number>,
    journal: Journal,
  ): Promise<boolean> {
    index ??= FontIndex.parse(JSON.parse(INDEX));
    const { faces, without } = chooseFaces(index, missing);
    const known = this.added.get(frameId) ?? new Set();
    this.added.set(frameId, known);
    const wanted = faces.filter(({ face }) => !known.has(face.offset));
    const fresh = wanted.filter(({ face }) => this.take(face.length));
    if (without.length > 0) warn(journal, without, "Platen has no font with them.");
    else if (fresh.length < wanted.length) warn(journal, listOf(missing), "The page needs too many fonts.");
    if (fresh.length === 0 && faces.every(({ face }) => !known.has(face.offset))) return false;
    const rangesOf = ({ family, face: { ranges } }: Chosen) =>
      family.use === "emoji" ? emojiRanges(ranges, missing) : ranges;
    const files = await readFonts(
      this.bucket,
      index.key,
      fresh.map(({ face }) => face),
    );
    const realm = await world();
    for (const batch of batches(fresh)) {
      const added = batch.map(({ family, face }) => {
        const { name } = family;
        const base64 = Buffer.from(files.get(face) ?? []).toString("base64");
        const { weight } = face;
        const add = call(addFaceInPage, { name, weight, ranges: cssOf(rangesOf({ family, face })) }, base64);
        return evaluate(cdpSession, add, z.boolean(), realm);
      });
      await Promise.all(added);
    }
    for (const { face } of fresh) known.add(face.offset);
    const families = [...new Set(faces.map(({ family }) => family))].map(({ name, use }) => ({ name, use }));
    const characters = faces.map((one) => classOf(rangesOf(one))).join("");
    const insert = call(insertFamiliesInPage, { characters, families, prefix: PREFIX }, textsInPage);
    const changed = await evaluate(cdpSession, insert, z.number(), realm);
    return fresh.length > 0 || changed > 0;
  }

  /** Whether the job may use that many further bytes. */
  private take(bytes: number): boolean {
    if (bytes > this.leftBytes) return false;
    this.leftBytes -= bytes;
    return true;
  }
}

async function openWorld(cdpSession: CDPSession, frameId: string): Promise<number> {
  const world = { frameId, worldName: WORLD };
  const { executionContextId } = await cdpSession.send("Page.createIsolatedWorld", world);
  return executionContextId;
}

function listOf({ characters, emoji }: Letters): string[] {
  return [...characters, ...emoji];
}

function warn(journal: Journal, characters: readonly string[], reason: string): void {
  const named = characters.slice(0, NAMED).join(" ");
  const message = `Some characters may be shown as boxes: ${named}. ${reason}`;
  journal.warn({ code: "fonts_missing", message });
}

function batches(faces: readonly Chosen[]): Chosen[][] {
  const all: Chosen[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const one of faces) {
    if (bytes > BATCH_BYTES) {
      all.push([]);
      bytes = 0;
    }
    all.at(-1)?.push(one);
    bytes += one.face.length;
  }
  return all;
}
