/** Measures what the button costs a customer's page: the size of its script, and the work until it is painted. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import puppeteer, { type Browser } from "puppeteer-core";
import { WIDGET_PATH, WIDGET_SCRIPT_BYTES, WIDGET_TAG } from "#contract/widget/embed.ts";
import { prepareBrowser } from "../dev/browser/index.ts";
import { build } from "../tools/build.ts";
import { ROOT } from "../tools/paths.ts";
import { ms, printTable } from "../tools/table.ts";
import type { Result } from "./result.ts";
import { interleave, summarize } from "./stats.ts";

const ROUNDS = 30;
const MAX_MS = 10;

/** A plain change, to subtract the frame that any change costs. */
const PLAIN_CHANGE = `document.querySelector("${WIDGET_TAG}").textContent = "Generate PDF"`;

/**
 * CPU time in ms of a new page's main thread, from evaluating the script to the painted frame. The thread's clock does not
 * count other work of the machine.
 */
async function runAndPaint(browser: Browser, script: string): Promise<number> {
  const page = await browser.newPage();
  await page.setContent(`<!doctype html><${WIDGET_TAG} public-key="pk_live_x"></${WIDGET_TAG}>`);
  await page.screenshot();
  const devtools = await page.createCDPSession();
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
  };
  const before = await spent();
  await devtools.send("Runtime.evaluate", { expression: script });
  await devtools.send("Runtime.evaluate", {
    expression: "new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))",
    awaitPromise: true,
  });
  const after = await spent();
  await page.close();
  return (after - before) * 1000;
}

export async function widgetCost(): Promise<Result> {
  const [executablePath] = await Promise.all([prepareBrowser(), build()]);
  if (executablePath === null) throw new Error("There is no browser on this machine; set CHROME_PATH.");
  const script = await readFile(join(ROOT, "dist", "assets", WIDGET_PATH), "utf8");
  const gzipBytes = gzipSync(script, { level: 9 }).byteLength;
  const browser = await puppeteer.launch({ executablePath });
  try {
    const { button = [], plain = [] } = await interleave(ROUNDS, {
      button: () => runAndPaint(browser, script),
      plain: () => runAndPaint(browser, PLAIN_CHANGE),
    });
    const added = summarize(button).median - summarize(plain).median;
    printTable("The button", ["bytes, gzip", "define and paint, CPU"], [[String(gzipBytes), ms(added)]]);
    return {
      figures: { gzipBytes, button: summarize(button), plainChange: summarize(plain) },
      checks: [
        { what: "bytes of the script, gzip", value: gzipBytes, max: WIDGET_SCRIPT_BYTES },
        { what: "ms to define and paint", value: added, max: MAX_MS },
      ],
    };
  } finally {
    await browser.close();
  }
}
