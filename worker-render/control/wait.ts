/** Waits for what a job names: an event, elements, a function, a time. */
import { z } from "zod";
import { LIMITS } from "#contract/limits.ts";
import { call } from "../devtools/in-page.ts";
import { shown } from "../fault/shown.ts";
import findInPage from "../page/find.in-page.js";
import type { Traffic } from "../tab/traffic.ts";
import type { SteppedPage } from "./stepped-page.ts";
import waitInPage from "./wait.in-page.js";
import type { WaitFor } from "./wishes.ts";

/** How much later than asked a page responds whose scripts do not hang. */
const LATE_MS = 3_000;
/** Time without any request after which the network is idle. */
const IDLE_MS = 500;
const IDLE_STEP_MS = 100;

type Conditions = Pick<WaitFor, "selector" | "hidden" | "function">;

const Met = z.object({ unmet: z.enum(["selector", "hidden", "function"]).nullable(), error: z.string() });
type Met = z.infer<typeof Met>;

/** Waits until everything holds that `waitFor` names, then for its delay. */
export async function waitFor(page: SteppedPage): Promise<void> {
  const { event, delayMs, ...conditions } = page.task.wishes.waitFor ?? {};
  const allMs = () => page.leftMs(LIMITS.renderBudgetMs);
  if (event !== undefined) {
    const open = event === "load" ? unloaded(page) : await untilIdle(page.tab.traffic, allMs());
    const what = event === "load" ? "The load event did not come" : "The network was not idle";
    if (open !== null) await page.fail("wait_failed", `${what} in time: ${shown(open)} was still loading.`);
  }
  if (Object.values(conditions).some((condition) => condition !== undefined)) {
    const { unmet, error } = await untilMet(page, conditions, allMs());
    if (unmet) await page.fail("wait_failed", sentenceOf(unmet, conditions[unmet] ?? "", error));
  }
  if (delayMs === undefined) return;
  const ms = Math.min(delayMs, allMs());
  await new Promise((resolve) => setTimeout(resolve, ms));
  if (ms < delayMs) await page.fail("wait_failed", `The job had no time left for a delay of ${delayMs} ms.`);
}

/** Waits in the page until the conditions hold, also if its document is replaced meanwhile. */
export async function untilMet(page: SteppedPage, conditions: Conditions, ms: number): Promise<Met> {
  const endsAt = Date.now() + ms;
  while (page.opened.kind === "page") {
    const leftMs = Math.max(0, endsAt - Date.now());
    const expression = call(waitInPage, { ...conditions, ms: leftMs }, findInPage);
    const response = await page.evaluate(expression, Met, leftMs + LATE_MS);
    if (response.kind === "value") return response.value;
    if (response.kind === "replaced" && leftMs > 0) continue;
    const unmet = (["function", "selector", "hidden"] as const).find(
      (name) => conditions[name] !== undefined,
    );
    return { unmet: unmet ?? null, error: "the page does not respond" };
  }
  return { unmet: null, error: "" };
}

function sentenceOf(unmet: keyof Conditions, value: string, error: string): string {
  const because = error === "" ? "" : `: ${error}`;
  const sentence = {
    selector: `waitFor.selector: no element that matches “${shown(value)}” appeared`,
    hidden: `waitFor.hidden: an element that matches “${shown(value)}” stayed visible`,
    function: `waitFor.function: “${shown(value)}” did not become true`,
  }[unmet];
  return `${sentence}${because}.`;
}

/** A resource that the load event would have waited for; null if it came. */
function unloaded({ tab, opened }: SteppedPage): string | null {
  if (opened.kind === "pdf") return null;
  const [slow] = tab.traffic.slow;
  return slow ?? null;
}

/** Waits for IDLE_MS without a request. After `ms`, returns the address of an open one. */
async function untilIdle(traffic: Traffic, ms: number): Promise<string | null> {
  const endsAt = Date.now() + ms;
  let last = "a request";
  for (;;) {
    const [open] = traffic.open();
    if (open) last = open.url;
    else if (Date.now() - traffic.changedAt >= IDLE_MS) return null;
    if (Date.now() >= endsAt) return last;
    await new Promise((resolve) => setTimeout(resolve, IDLE_STEP_MS));
  }
}
