import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { JobOptions, type ScreenshotJobOptions } from "#contract/job/request.ts";
import { acquireBrowser } from "../browser/acquire.ts";
import { faultyBinding } from "../browser/test-binding.ts";
import { type Connection, closeBrowser } from "../devtools/devtools.ts";
import { Budget } from "../fault/budget.ts";
import { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import { guardPolicy } from "../guard/policy.ts";
import { Requests } from "../guard/requests.ts";
import { emulate } from "../page/device.ts";
import type { ReadyPage } from "../page/readiness.ts";
import { openTab, type Tab, type TabMaker } from "../tab/tab.ts";
import { captureScreenshot } from "./capture-screenshot.ts";
import { drawsWholeDocument } from "./drawn-below.ts";

const WINDOW = { left: 0, top: 0, width: 1920, height: 1080 };
const ROWS = 20;
const ROW_PX = 1_000;
const PAGE: ReadyPage = {
  title: "Tall",
  height: ROWS * ROW_PX,
  window: WINDOW,
  paper: null,
  moves: false,
  hasWords: true,
  fonts: null,
  completeness: {
    document: "whole",
    fonts: "loaded",
    images: { total: 0, loaded: 0 },
    requests: { total: 0, failed: 0, slow: 0, blocked: 0 },
  },
};
const DOCUMENT = `<!doctype html><body style="margin:0">${Array.from({ length: ROWS }, (_, row) => {
  return `<div style="height:${ROW_PX}px;background:rgb(${row * 10},90,200)">row ${row}</div>`;
}).join("")}`;
/** Long enough for any machine. */
const BUDGET_MS = 60_000;

/** Longer than a capture of an empty page takes on an idle machine. */
const GAP_MS = 100;

const connections: Connection[] = [];
afterAll(() => Promise.all(connections.map(closeBrowser)));

/** Makes tabs of a browser of its own. */
async function makerOf(limits: Parameters<typeof acquireBrowser>[0]): Promise<TabMaker> {
  const { connection } = await acquireBrowser(limits);
  connections.push(connection);
  const requests = await Requests.hold(connection, guardPolicy(env));
  return { connection, requests, userAgent: "Chrome", ended: new Promise<never>(() => undefined) };
}

let maker: TabMaker;
beforeAll(async () => {
  maker = await makerOf(env);
});

function screenshot(type: "png" | "jpeg"): ScreenshotJobOptions {
  const options = JobOptions.parse({ outputType: "screenshot", screenshotOptions: { type } });
  if (options.outputType !== "screenshot") throw new Error("These are options of a PDF.");
  return options;
}

/** A tab that shows the document. */
async function show(from: TabMaker, options: ScreenshotJobOptions, isSetUp: boolean): Promise<Tab> {
  const tab = await openTab(from);
  if (isSetUp) await tab.drawWhole();
  await Promise.all([emulate(tab, options, "Chrome"), tab.navigate("about:blank")]);
  const expression = `document.write(${JSON.stringify(DOCUMENT)}); document.close()`;
  await tab.cdpSession.send("Runtime.evaluate", { expression });
  return tab;
}

/** A tab that shows the document, and its picture, of which nothing is taken yet. */
async function open({ isSetUp = true, height = PAGE.height, type = "png" as "png" | "jpeg" } = {}) {
  const options = screenshot(type);
  const tab = await show(maker, options, isSetUp);
  await styleBody(tab, `margin:0;height:${height}px;overflow:hidden`);
  const journal = new Journal(() => undefined);
  const page = { ...PAGE, height };
  const { parts } = await captureScreenshot({ tab, page }, options, null, new Budget(BUDGET_MS), journal);
  return { tab, journal, parts: parts[Symbol.asyncIterator]() };
}

/** Scripts are stopped by then, so the page is changed from outside. */
async function styleBody({ cdpSession }: Tab, value: string): Promise<void> {
  const { root } = await cdpSession.send("DOM.getDocument");
  const { nodeId } = await cdpSession.send("DOM.querySelector", { nodeId: root.nodeId, selector: "body" });
  await cdpSession.send("DOM.setAttributeValue", { nodeId, name: "style", value });
}

async function bytesOf(parts: AsyncIterator<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for (let part = await parts.next(); !part.done; part = await parts.next()) all.push(part.value);
  return Buffer.concat(all);
}

test("a tab draws its whole document however late its second capture comes", { tags: ["nightly"] }, async ({
  skip,
}) => {
  const slow = await makerOf(faultyBinding({ gapMs: GAP_MS }).limits);
  const { product } = await slow.connection.send("Browser.getVersion");
  skip(
    !product.startsWith("HeadlessChrome/"),
    "Full Chromium does not hold a tab; the look before the capture notices a lost setting.",
  );
  const tab = await show(slow, screenshot("png"), true);
  const extent = { left: 0, cssWidth: WINDOW.width, cssHeight: PAGE.height, scale: 1 };
  expect(await drawsWholeDocument(tab.cdpSession, extent, WINDOW.height, 1)).toBe(true);
  tab.dispose();
});

test("a page whose height changes for good between two bands has the warning layout_moved", async () => {
  const { tab, journal, parts } = await open();
  await parts.next();
  await styleBody(tab, "margin:500px 0 0");
  await bytesOf(parts);
  expect(journal.warnings).toEqual([expect.objectContaining({ code: "layout_moved" })]);
  tab.dispose();
});

test("a page that stands still has no warning", async () => {
  const { tab, journal, parts } = await open();
  await bytesOf(parts);
  expect(journal.warnings).toEqual([]);
  tab.dispose();
});

test("a page that is not drawn any more after its last band is a fault of ours, not a result", async () => {
  const { tab, parts } = await open();
  await parts.next();
  await styleBody(tab, "margin:0;opacity:0");
  const error = await bytesOf(parts).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(PageFault);
  tab.dispose();
});

test.for([
  ["one piece", 3_000, "jpeg"],
  ["bands", PAGE.height, "jpeg"],
  ["shorter bands", PAGE.height, "png"],
] as const)(
  "a tab that does not draw its whole document gives the same picture in %s",
  async ([, height, type]) => {
    const pictures = [true, false].map(async (isSetUp) => {
      const { tab, parts } = await open({ isSetUp, height, type });
      const bytes = await bytesOf(parts);
      tab.dispose();
      return bytes;
    });
    const [drawn, beyond] = await Promise.all(pictures);
    expect(beyond && drawn?.equals(beyond)).toBe(true);
  },
);
