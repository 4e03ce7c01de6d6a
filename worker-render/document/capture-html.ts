/** Captures a ready page as one HTML file that needs no network. */
import { z } from "zod";
import { NO_ADDRESS } from "#contract/job/input.ts";
import { LIMITS } from "#contract/limits.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import { call, evaluate, Navigated, Spoiled } from "../devtools/in-page.ts";
import { type Budget, orFault, within } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import type { Reach } from "../page/look.ts";
import { type Captured, requirePage, type Shown } from "../page/shown.ts";
import type { Frame } from "../tab/frames.ts";
import type { Tab } from "../tab/tab.ts";
import { underGuard } from "../tab/under-guard.ts";
import { Resources } from "./embed.ts";
import saveAttributesInPage from "./save-attributes.in-page.js";
import saveDocumentInPage from "./save-document.in-page.js";
import saveStyleInPage from "./save-style.in-page.js";
import spritesInPage from "./sprites.in-page.js";

/** Lazy content is loaded as far as in the tallest screenshot. */
export const HTML_REACH: Reach = { wholePage: true, reachPx: LIMITS.screenshotHeightPx, imagesPx: null };

/** The file loads nothing and runs nothing, also where what the page contains gets past the writer. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline' data:; img-src data:; font-src data:; frame-src data:; base-uri 'none'; form-action 'none'";

const CHARSET = '<meta charset="utf-8">';

/** Characters of a slice, and of a style sheet in it: far below the largest message. */
const SLICE_CHARS = 500_000;
const MAX_STYLE_CHARS = 5_000_000;
/** SVG files that are put into one document. */
const MAX_SPRITES = 20;
/** Longest time for writing one frame, because its scripts may hang. */
const FRAME_MS = 3_000;
/** Bytes that are collected before they are passed on. */
const PART_CHARS = 256_000;

const Piece = z.union([
  z.string(),
  z.object({ before: z.string(), url: z.string(), after: z.string() }),
  z.object({
    css: z.string().nullable(),
    url: z.string(),
    isFile: z.boolean(),
    inside: z.enum(["style", "attribute", "text"]),
  }),
  z.object({ frame: z.number(), attribute: z.enum(["srcdoc", "src"]) }),
]);
type Piece = z.infer<typeof Piece>;

/** A document that is written in its page, and not yet taken from there. */
interface Saved {
  cdpSession: CDPSession;
  realm: number;
  resources: Resources;
}

/** `mark`: text over the page, for the file of a test job. Throws PageFault `not_a_page` for a PDF. */
export async function captureHtml(
  shown: Shown,
  mark: string | null,
  budget: Budget,
  journal: Journal,
): Promise<Captured> {
  const { tab } = shown;
  const page = requirePage(shown, "An HTML file is made only of web pages.");
  const writer = new Writer(tab, journal);
  const main = { cdpSession: tab.cdpSession, id: tab.targetId };
  const head = headOf(tab.traffic.documentResponse?.url ?? NO_ADDRESS) + styleOf(mark);
  const save = () =>
    orFault(writer.save(main, head), budget.share(LIMITS.renderBudgetMs), "page_timeout", "capturing");
  const saved = await underGuard(tab, journal, () => journal.time("capture", save));
  return {
    tab,
    type: "html",
    title: page.title,
    parts: partsOf(writer.write(saved, 0)),
    facts: { pages: null, truncated: null, completeness: page.completeness },
  };
}

/** Beginning of the head of the outermost document. Frames inherit its policy. */
function headOf(url: string): string {
  const source = url.startsWith(NO_ADDRESS) ? "" : `<meta name="source" content="${escaped(url)}">`;
  return `${CHARSET}<meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta http-equiv="x-dns-prefetch-control" content="off">${source}`;
}

/** Style that shows the mark over the window. No selector of the page is likely to be more specific. */
function styleOf(mark: string | null): string {
  if (mark === null) return "";
  const styles = [
    "all:initial",
    `content:"${mark}"`,
    "position:fixed",
    "inset:0",
    "z-index:2147483647",
    "pointer-events:none",
    "display:grid",
    "place-content:center",
    "font:bold 20vmax sans-serif",
    "color:#c81e1e",
    "opacity:.3",
    "transform:rotate(-30deg)",
  ];
  return `<style>${":root".repeat(8)}::after{${styles.map((style) => `${style}!important`).join(";")}}</style>`;
}

class Writer {
  private readonly tab: Tab;
  private readonly journal: Journal;
  private frames = 0;

  constructor(tab: Tab, journal: Journal) {
    this.tab = tab;
    this.journal = journal;
  }

  /** Writes the document inside its page, in an isolated world: no script of the page reaches it. */
  async save({ cdpSession, id: frameId }: Pick<Frame, "cdpSession" | "id">, head: string): Promise<Saved> {
    const { executionContextId: realm } = await cdpSession.send("Page.createIsolatedWorld", { frameId });
    const resources = new Resources({ cdpSession, frameId }, this.tab.traffic, this.journal);
    const want = {
      nowhere: NO_ADDRESS,
      head,
      maxChars: LIMITS.resultBytes,
      sliceChars: SLICE_CHARS,
      styleChars: MAX_STYLE_CHARS,
    };
    const save = call(saveDocumentInPage, want, saveStyleInPage, saveAttributesInPage);
    try {
      const files = await evaluate(cdpSession, call(spritesInPage, null), z.array(z.string()), realm);
      if (files.length > 0) {
        const texts: Record<string, string> = {};
        for (const url of files.slice(0, MAX_SPRITES)) texts[url] = (await resources.text(url)) ?? "";
        await evaluate(cdpSession, call(spritesInPage, texts), z.array(z.string()), realm);
      }
      const fits = await evaluate(cdpSession, save, z.boolean(), realm);
      if (!fits) throw new PageFault("result_too_large", "capturing");
    } catch (error) {
      if (error instanceof Navigated || error instanceof Spoiled)
        throw new PageFault("capture_failed", "capturing");
      throw error;
    }
    return { cdpSession, realm, resources };
  }

  async *write(saved: Saved, depth: number): AsyncGenerator<string> {
    for await (const piece of piecesOf(saved)) {
      if (typeof piece === "string") yield piece;
      else if ("before" in piece) {
        yield `${piece.before}${await saved.resources.addressOf(piece.url)}${piece.after}`;
      } else if ("frame" in piece) yield* this.writeFrame(saved, piece, depth);
      else yield* this.writeStyle(saved.resources, piece);
    }
  }

  private async *writeStyle(
    resources: Resources,
    { css, url, isFile, inside }: Extract<Piece, { css: string | null }>,
  ): AsyncGenerator<string> {
    // The file as the page has loaded it: the text of rules loses what only other browsers know.
    const text = (isFile ? await resources.text(url) : null) ?? css ?? "";
    for await (const part of resources.css(text, url, new Set([url])))
      yield inside === "style"
        ? part.replace(/<\/(?=style)/gi, "<\\/")
        : escaped(part).replaceAll("<", "&lt;");
  }

  private async *writeFrame(
    parent: Saved,
    { frame, attribute }: Extract<Piece, { frame: number }>,
    depth: number,
  ): AsyncGenerator<string> {
    if (depth >= LIMITS.embeddedFrameDepth || this.frames >= LIMITS.embeddedFrames) return;
    this.frames += 1;
    const saved = await within(this.frameOf(parent, frame), FRAME_MS, () => null).catch(() => null);
    if (!saved) return;
    yield attribute === "srcdoc" ? ' srcdoc="' : ' src="data:text/html;charset=utf-8,';
    for await (const part of this.write(saved, depth + 1))
      yield attribute === "srcdoc" ? escaped(part) : encodeURIComponent(part.toWellFormed());
    yield '"';
  }

  private async frameOf({ cdpSession, realm }: Saved, index: number): Promise<Saved | null> {
    const { result } = await cdpSession.send("Runtime.evaluate", {
      expression: `platenSaved.frames[${index}]`,
      contextId: realm,
    });
    if (result.objectId === undefined) return null;
    const { node } = await cdpSession.send("DOM.describeNode", { objectId: result.objectId });
    const frame = this.tab.frames.all().find(({ id }) => id === node.frameId);
    return frame ? this.save(frame, CHARSET) : null;
  }
}

async function* piecesOf({ cdpSession, realm }: Saved): AsyncGenerator<Piece> {
  for (;;) {
    const slice = await evaluate(
      cdpSession,
      "platenSaved.slices.shift() ?? null",
      z.array(Piece).nullable(),
      realm,
    );
    if (slice === null) return;
    yield* slice;
  }
}

/** For an attribute. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

async function* partsOf(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let held = "";
  for await (const text of texts) {
    held += text;
    if (held.length < PART_CHARS) continue;
    yield encoder.encode(held);
    held = "";
  }
  if (held !== "") yield encoder.encode(held);
}
