/** What the links of a page are called. Chromium prints links without a description. */
import { z } from "zod";
import type { LinkNames } from "#pdf/accessible.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import { call, evaluate } from "../devtools/in-page.ts";
import { type Budget, within } from "../fault/budget.ts";
import linkNamesInPage from "./link-names.in-page.js";

const LOOK_MS = 3_000;
const MAX_LINKS = 2_000;
const MAX_CHARS = 1_000;
const Names = z.array(z.tuple([z.string().max(MAX_CHARS), z.string().max(MAX_CHARS)])).max(MAX_LINKS);

/** The longest name for each address. Empty when the page does not respond: then a link is described by its address. */
export async function linkNames(cdpSession: CDPSession, budget: Budget): Promise<LinkNames> {
  const asked = evaluate(cdpSession, call(linkNamesInPage, MAX_LINKS, MAX_CHARS), Names).catch(() => []);
  const found = await within(asked, budget.share(LOOK_MS), () => []);
  const names = new Map<string, string>();
  for (const [target, name] of found) {
    if (name.length > (names.get(target)?.length ?? 0)) names.set(target, name);
  }
  return names;
}
