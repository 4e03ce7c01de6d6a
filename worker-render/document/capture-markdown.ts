/** Captures the text of a ready page as Markdown. */
import { z } from "zod";
import { NO_ADDRESS } from "#contract/job/input.ts";
import { LIMITS } from "#contract/limits.ts";
import { call, evaluate, Navigated, Spoiled } from "../devtools/in-page.ts";
import { type Budget, orFault } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import type { Reach } from "../page/look.ts";
import { type Captured, requirePage, type Shown } from "../page/shown.ts";
import { underGuard } from "../tab/under-guard.ts";
import calloutKindInPage from "./callout-kind.in-page.js";
import codeBlocksInPage from "./code-blocks.in-page.js";
import controlsInPage from "./controls.in-page.js";
import copyLeavesInPage from "./copy-leaves.in-page.js";
import copyShownInPage from "./copy-shown.in-page.js";
import footnotesInPage from "./footnotes.in-page.js";
import formulasInPage from "./formulas.in-page.js";
import gapsInPage from "./gaps.in-page.js";
import gridRowsInPage from "./grid-rows.in-page.js";
import labelsInPage from "./labels.in-page.js";
import layOutTablesInPage from "./lay-out-tables.in-page.js";
import listsInPage from "./lists.in-page.js";
import MATHML from "./mathml-to-latex.txt";
import openTabsInPage from "./open-tabs.in-page.js";
import readArticleInPage from "./read-article.in-page.js";
import readFieldInPage from "./read-field.in-page.js";
import READABILITY from "./readability.txt";
import tableHeadsInPage from "./table-heads.in-page.js";
import TURNDOWN from "./turndown.txt";
import PLUGIN from "./turndown-plugin-gfm.txt";
import writeMarkdownInPage from "./write-markdown.in-page.js";

/** Text below the height of the tallest screenshot is rare, and lazy content is loaded only above. */
export const MARKDOWN_REACH: Reach = { wholePage: true, reachPx: LIMITS.screenshotHeightPx, imagesPx: null };

const Markdown = z.string().max(LIMITS.markdownResultChars).nullable();

/** The libraries are CommonJS modules. Each is evaluated in a function of its own. What one requires is the browser's own. */
const LIBRARIES = [READABILITY, TURNDOWN, PLUGIN].map(expressionOf).join(",");

/** Few pages need it, and it is larger than the others together. */
const MATHML_LIBRARY = expressionOf(MATHML);

function expressionOf(source: string): string {
  return `((module,require)=>{const {exports}=module;${source}\nreturn module.exports})({exports:{}},()=>({DOMParser}))`;
}

/**
 * `mark`: text of the first line, for the file of a test job.
 * @throws PageFault `not_a_page` for a PDF, and `result_too_large` for more text than a result may have.
 */
export async function captureMarkdown(
  shown: Shown,
  mark: string | null,
  budget: Budget,
  journal: Journal,
): Promise<Captured> {
  const { tab } = shown;
  const page = requirePage(shown, "Markdown of PDFs is not supported.");
  const write = () => orFault(writeIn(tab), budget.share(LIMITS.renderBudgetMs), "page_timeout", "capturing");
  const text = await underGuard(tab, journal, () => journal.time("capture", write));
  if (text === null) throw new PageFault("result_too_large", "capturing");
  return {
    tab,
    type: "md",
    title: page.title,
    parts: partsOf(mark === null ? text : `**${mark}**\n\n${text}`),
    facts: { pages: null, truncated: null, completeness: page.completeness },
  };
}

/** Runs in an isolated world: it shares the page's document, but no script of the page reaches it. */
async function writeIn({ cdpSession, targetId }: Shown["tab"]): Promise<string | null> {
  const { executionContextId } = await cdpSession.send("Page.createIsolatedWorld", { frameId: targetId });
  const want = { maxChars: LIMITS.markdownResultChars, nowhere: NO_ADDRESS };
  const write = call(
    writeMarkdownInPage,
    want,
    copyShownInPage,
    copyLeavesInPage,
    codeBlocksInPage,
    formulasInPage,
    controlsInPage,
    gapsInPage,
    gridRowsInPage,
    layOutTablesInPage,
    listsInPage,
    labelsInPage,
    readFieldInPage,
    openTabsInPage,
    footnotesInPage,
    tableHeadsInPage,
    calloutKindInPage,
    readArticleInPage,
  );
  try {
    const text = await evaluate(
      cdpSession,
      `${write}(${LIBRARIES})`,
      Markdown.or(z.literal(false)),
      executionContextId,
    );
    if (text !== false) return text;
    return await evaluate(
      cdpSession,
      `${write}(${LIBRARIES},${MATHML_LIBRARY})`,
      Markdown,
      executionContextId,
    );
  } catch (error) {
    if (error instanceof Navigated || error instanceof Spoiled)
      throw new PageFault("capture_failed", "capturing");
    throw error;
  }
}

async function* partsOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
