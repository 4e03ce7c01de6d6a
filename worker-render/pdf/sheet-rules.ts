/** Style rules for the sheets that replace those of the page. */
import { z } from "zod";
import type { CDPSession } from "../devtools/devtools.ts";
import { call, evaluate, Navigated, Spoiled } from "../devtools/in-page.ts";
import { type Budget, orFault } from "../fault/budget.ts";
import type { Paper, PdfOptions } from "../page/paper.ts";
import adoptRulesInPage from "./adopt-rules.in-page.js";

const LOOK_MS = 3_000;

/** Adds the rules to the page. */
export async function adoptRules(cdpSession: CDPSession, rules: string): Promise<void> {
  await evaluate(cdpSession, call(adoptRulesInPage, rules), z.boolean());
}

/** Replaces margins of the page's own where a header or footer needs the room. */
export async function keepRoomForTemplates(
  cdpSession: CDPSession,
  { headerTemplate, footerTemplate }: PdfOptions,
  { marginTop, marginBottom }: Paper,
  budget: Budget,
): Promise<void> {
  const top = headerTemplate ? `margin-top: ${marginTop}in !important;` : "";
  const bottom = footerTemplate ? `margin-bottom: ${marginBottom}in !important` : "";
  const adopted = adoptRules(cdpSession, `@page { ${top} ${bottom} }`).catch((error: unknown) => {
    if (!(error instanceof Spoiled) && !(error instanceof Navigated)) throw error;
  });
  await orFault(adopted, budget.share(LOOK_MS), "page_timeout", "capturing");
}

/** Replaces the page's own sheets, vertical margins and breaks. */
export function rulesForOneSheet({ marginTop, marginBottom }: Paper): string {
  return `@page { size: auto !important; margin-top: ${marginTop}in !important; margin-bottom: ${marginBottom}in !important }
    * { page: auto !important; break-before: auto !important; break-after: auto !important }`;
}
