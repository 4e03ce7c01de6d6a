/**
 * Prepares the text and the tags of a print: words that would be printed as a picture, roles that Chromium does not tag by itself,
 * and what the page's links are called.
 */
import { z } from "zod";
import type { LinkNames } from "#pdf/accessible.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import { call, evaluate } from "../devtools/in-page.ts";
import { type Budget, within } from "../fault/budget.ts";
import dropFiltersInPage from "./drop-filters.in-page.js";
import linkNamesInPage from "./link-names.in-page.js";
import markRolesInPage from "./mark-roles.in-page.js";

const LOOK_MS = 3_000;
const MAX_LINKS = 2_000;
const MAX_MARKED = 2_000;
const MAX_CHARS = 1_000;
const Names = z.array(z.tuple([z.string().max(MAX_CHARS), z.string().max(MAX_CHARS)])).max(MAX_LINKS);

/**
 * Drops filters that are not needed and marks the roles, then finds the longest name for each address. Empty when the page does
 * not respond: then a link is described by its address. The page runs this before a print that is requested next.
 */
export async function prepareTags(cdpSession: CDPSession, budget: Budget): Promise<LinkNames> {
  const dropping = call(dropFiltersInPage);
  const marking = call(markRolesInPage, MAX_MARKED);
  const naming = call(linkNamesInPage, MAX_LINKS, MAX_CHARS);
  const asked = evaluate(cdpSession, `(${dropping},${marking},${naming})`, Names).catch(() => []);
  const found = await within(asked, budget.share(LOOK_MS), () => []);
  const names = new Map<string, string>();
  for (const [target, name] of found) {
    if (name.length > (names.get(target)?.length ?? 0)) names.set(target, name);
  }
  return names;
}
