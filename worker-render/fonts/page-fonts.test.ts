import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { acquireBrowser } from "../browser/acquire.ts";
import { type Connection, closeBrowser } from "../devtools/devtools.ts";
import { evaluate } from "../devtools/in-page.ts";
import { Journal } from "../fault/journal.ts";
import { guardPolicy } from "../guard/policy.ts";
import { Requests } from "../guard/requests.ts";
import { openTab } from "../tab/tab.ts";
import { FontIndex } from "./font-index.ts";
import INDEX from "./index.txt";
import { Letters, READ_LETTERS } from "./letters.ts";
import { PageFonts } from "./page-fonts.ts";

const ADDRESS = "https://page.example/";
const TIME_MS = 20_000;
/** No system of tests has a font with them. */
const RARE = "ꦗꦮ ᬩᬮᬶ";

let connection: Connection;
let requests: Requests;
beforeAll(async () => {
  ({ connection } = await acquireBrowser(env));
  requests = await Requests.hold(connection, guardPolicy(env));
});
afterAll(() => closeBrowser(connection));

async function show(body: string) {
  const ended = new Promise<never>(() => {});
  const tab = await openTab({ connection, requests, userAgent: "Chrome", ended });
  const html = `<!doctype html><meta charset=utf-8>${body}`;
  tab.guard.serve(ADDRESS, Buffer.from(html).toString("base64"));
  const loaded = new Promise((resolve) => tab.cdpSession.once("Page.loadEventFired", resolve));
  await tab.navigate(ADDRESS);
  await loaded;
  const { cdpSession, targetId: frameId } = tab;
  const letters = await evaluate(cdpSession, READ_LETTERS, Letters);
  return { tab, shown: { cdpSession, frameId, letters } };
}

test("of a page in Latin, Greek and Cyrillic letters, the browser is asked nothing", async () => {
  const { tab, shown } = await show("<p>Größe – “Ελληνικά” … Українська € ™<script>'ꦗ'</script>");
  expect(shown.letters).toEqual({ characters: "", emoji: [], languages: [] });
  const send = vi.spyOn(shown.cdpSession, "send");
  const journal = new Journal(() => {});
  expect(await new PageFonts(env.RESULTS).add([shown], TIME_MS, journal)).toBe(false);
  expect(send).not.toHaveBeenCalled();
  expect(journal.timings).toEqual({});
  tab.dispose();
});

test("a browser is asked once about each character", async () => {
  const journal = new Journal(() => {});
  for (const calls of [2, 0]) {
    // Each browser draws these letters: they are rare only among those that we count as certain.
    const { tab, shown } = await show("<p>ƒ</p>");
    expect(shown.letters.characters).toBe("ƒ");
    const send = vi.spyOn(shown.cdpSession, "send");
    await new PageFonts(env.RESULTS).add([shown], TIME_MS, journal);
    expect(send).toHaveBeenCalledTimes(calls);
    tab.dispose();
  }
});

test("without the fonts in R2, the page stays as it is, with a warning", async () => {
  const { tab, shown } = await show(`<p>${RARE}</p>`);
  const journal = new Journal(() => {});
  expect(await new PageFonts(env.RESULTS).add([shown], TIME_MS, journal)).toBe(false);
  expect(journal.warnings).toMatchObject([{ code: "fonts_missing" }]);
  expect(journal.warnings[0]?.message).toContain("ꦗ");
  tab.dispose();
});

test("a damaged font only leaves the boxes", async () => {
  const { key, families } = FontIndex.parse(JSON.parse(INDEX));
  const bytes = families.flatMap(({ faces }) => faces).reduce((sum, { length }) => sum + length, 0);
  await env.RESULTS.put(key, new Uint8Array(bytes));
  const { tab, shown } = await show(`<p>${RARE}</p>`);
  const journal = new Journal(() => {});
  expect(await new PageFonts(env.RESULTS).add([shown], TIME_MS, journal)).toBe(false);
  expect(journal.warnings).toMatchObject([{ code: "fonts_missing" }]);
  tab.dispose();
});
