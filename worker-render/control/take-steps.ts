/** Takes the steps that a job asks for between the load of its page and the capture: click, run scripts, scroll, wait. */
import { z } from "zod";
import { LIMITS } from "#contract/limits.ts";
import { call } from "../devtools/in-page.ts";
import { shown } from "../fault/shown.ts";
import findInPage from "../page/find.in-page.js";
import type { Opened, OpenedPage } from "../page/open.ts";
import { REQUESTS } from "../page/script-data.ts";
import type { Tab } from "../tab/tab.ts";
import pressInPage from "./press.in-page.js";
import runInPage from "./run.in-page.js";
import scrollInPage from "./scroll.in-page.js";
import { placeOf, refuseSelectors } from "./selectors.ts";
import { SteppedPage, type StepTask } from "./stepped-page.ts";
import { stylesOf } from "./styles.ts";
import { untilMet, waitFor } from "./wait.ts";
import { type Click, hasSteps } from "./wishes.ts";

/** Longest wait for an element that a step needs, and for one that may be missing. */
const ELEMENT_MS = { needed: 10_000, optional: 2_000 };

const ScriptError = z.string().nullable();

/** Returns the page that the steps lead to. A job without steps sends nothing to the browser. */
export async function takeSteps(tab: Tab, opened: OpenedPage, task: StepTask): Promise<Opened> {
  const { wishes, journal } = task;
  if (!hasSteps(wishes)) return opened;
  const page = new SteppedPage(tab, opened, task);
  await page.passBotCheck();
  await refuseSelectors(page);
  if (tab.traffic.open(REQUESTS.oneMs).length > 0) {
    const ms = page.leftMs(REQUESTS.totalMs);
    await journal.time("data", () => tab.traffic.quiet(ms, REQUESTS.quietMs, REQUESTS.oneMs));
  }
  await journal.time("click", async () => {
    for (const one of wishes.click ?? []) await press(page, one);
  });
  await journal.time("js", async () => {
    for (const [index, text] of (wishes.js ?? []).entries()) await run(page, text, index + 1);
  });
  const styles = stylesOf(wishes);
  if (styles !== null) await page.command(styles);
  await journal.time("wait", async () => {
    if (wishes.scrollTo !== undefined) await scroll(page, wishes.scrollTo);
    await waitFor(page);
  });
  return page.end();
}

async function press(page: SteppedPage, { selector, optional }: Click): Promise<void> {
  if (await appears(page, "click", selector, optional))
    await page.command(call(pressInPage, selector, findInPage));
}

async function run(page: SteppedPage, text: string, number: number): Promise<void> {
  const response = await page.evaluate(call(runInPage, text), ScriptError, page.leftMs(LIMITS.jsMs));
  const error = response.kind === "value" ? response.value : null;
  if (response.kind === "silent") await page.fail("js_failed", `Script ${number} of js did not end in time.`);
  else if (error !== null) await page.fail("js_failed", `Script ${number} of js failed: ${error}`);
}

async function scroll(page: SteppedPage, scrollTo: string): Promise<void> {
  const place = placeOf(scrollTo);
  if (typeof place === "string" && !(await appears(page, "scrollTo", place, false))) return;
  await page.command(call(scrollInPage, place, findInPage));
}

/** Whether a visible element comes in time. A needed one that does not come fails the job. */
async function appears(
  page: SteppedPage,
  option: string,
  selector: string,
  optional: boolean,
): Promise<boolean> {
  const ms = page.leftMs(optional ? ELEMENT_MS.optional : ELEMENT_MS.needed);
  const { unmet } = await untilMet(page, { selector }, ms);
  if (unmet && !optional)
    await page.fail("wait_failed", `${option}: no element that matches “${shown(selector)}” appeared.`);
  return unmet === null;
}
