/** The CSS selectors of a job. Only the browser knows which ones are valid. */
import { z } from "zod";
import { call } from "../devtools/in-page.ts";
import { PageFault } from "../fault/page-fault.ts";
import { shown } from "../fault/shown.ts";
import checkInPage from "./check.in-page.js";
import type { SteppedPage } from "./stepped-page.ts";
import type { Wishes } from "./wishes.ts";

/** Px from the top of the page, or a selector. Digits are px: no selector begins with a digit. */
export function placeOf(scrollTo: string): number | string {
  return /^\d{1,7}$/.test(scrollTo) ? Number(scrollTo) : scrollTo;
}

function selectorsOf({
  click = [],
  hide = [],
  remove = [],
  scrollTo,
  waitFor = {},
}: Wishes): { option: string; selector: string }[] {
  const of = (option: string, selectors: (string | undefined)[]) =>
    selectors.flatMap((selector) => (selector === undefined ? [] : [{ option, selector }]));
  const isPlace = scrollTo !== undefined && typeof placeOf(scrollTo) === "string";
  return [
    ...of(
      "click",
      click.map(({ selector }) => selector),
    ),
    ...of("hide", hide),
    ...of("remove", remove),
    ...of("scrollTo", [isPlace ? scrollTo : undefined]),
    ...of("waitFor.selector", [waitFor.selector]),
    ...of("waitFor.hidden", [waitFor.hidden]),
  ];
}

/** Throws PageFault `invalid_selector` for the first selector that the browser does not understand. */
export async function refuseSelectors(page: SteppedPage): Promise<void> {
  const selectors = selectorsOf(page.task.wishes);
  if (selectors.length === 0) return;
  const expression = call(
    checkInPage,
    selectors.map(({ selector }) => selector),
  );
  const check = () => page.evaluate(expression, z.number(), page.responseMs());
  let response = await check();
  while (response.kind === "replaced" && page.opened.kind === "page") response = await check();
  const invalid = response.kind === "value" ? selectors[response.value] : undefined;
  if (!invalid) return;
  const message = `${invalid.option}: “${shown(invalid.selector)}” is not a valid CSS selector.`;
  throw new PageFault("invalid_selector", "preparing", message);
}
