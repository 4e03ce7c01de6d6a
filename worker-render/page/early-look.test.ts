import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { acquireBrowser } from "../browser/acquire.ts";
import { type Connection, closeBrowser } from "../devtools/devtools.ts";
import { evaluate } from "../devtools/in-page.ts";
import { guardPolicy } from "../guard/policy.ts";
import { Requests } from "../guard/requests.ts";
import { openTab, type Tab } from "../tab/tab.ts";
import { EarlyLook } from "./early-look.ts";

const ADDRESS = "https://page.example/";
const LOOK = "Promise.resolve(document.title)";

let connection: Connection;
let requests: Requests;
beforeAll(async () => {
  ({ connection } = await acquireBrowser(env));
  requests = await Requests.hold(connection, guardPolicy(env));
});
afterAll(() => closeBrowser(connection));

/** Shows the document, with the look, until its load event. */
async function show(document: string): Promise<{ tab: Tab; early: EarlyLook }> {
  const tab = await openTab({
    connection,
    requests,
    userAgent: "Chrome",
    ended: new Promise<never>(() => {}),
  });
  const early = new EarlyLook(tab, LOOK);
  tab.guard.serve(ADDRESS, btoa(`<!doctype html><title>Page</title>${document}`));
  const loaded = new Promise((resolve) => tab.cdpSession.once("Page.loadEventFired", resolve));
  await Promise.all([early.prepare(), tab.navigate(ADDRESS)]);
  await loaded;
  return { tab, early };
}

/** Runs before the load event, in a document without scripts. */
const byHandler = (code: string) => `<img src="data:," alt="" onerror='${code}'>`;

/** Calls everything that our script uses, in place of the built-in functions, and keeps what a page can see of us. */
const HOSTILE = byHandler(`
  const seen = [];
  const keep = () => seen.push(...Object.getOwnPropertyNames(window).filter((name) => name.startsWith("platen_")));
  keep();
  const steal = (value) => { seen.push(String(value?.caller ?? value)); return true; };
  EventTarget.prototype.dispatchEvent = function (event) { return steal(event.type); };
  EventTarget.prototype.addEventListener = function (type) { return steal(type); };
  Document.prototype.dispatchEvent = Window.prototype.dispatchEvent = EventTarget.prototype.dispatchEvent;
  window.CustomEvent = window.Event = function (type) { return steal(type); };
  window.setTimeout = window.queueMicrotask = (work) => steal(work);
  Function.prototype.call = Function.prototype.apply = function () { return steal(this); };
  Object.defineProperty(Document.prototype, "scripts", { get: function scripts() { keep(); steal(scripts.caller); return []; } });
  window.dispatchEvent(new UIEvent("load"));
  window.seen = seen;
`);

test("a document without scripts looks at itself, and the look begins before its load event", async () => {
  const { tab, early } = await show("<p>Text</p>");
  expect(await early.take()?.json).toBe('"Page"');
  tab.dispose();
});

test.for([
  ["a script", "<script>document.title</script>"],
  ["a frame", "<iframe srcdoc='<p>Inside</p>'></iframe>"],
])("a document with %s waits until it is asked", async ([, document = ""]) => {
  const { tab, early } = await show(document);
  expect(early.take()).toBeNull();
  tab.dispose();
});

test("a document that refreshes has to be asked, because it may be about to leave", async () => {
  const { tab, early } = await show("<meta http-equiv=refresh content='60;url=/next'><p>Leaving</p>");
  expect(await early.take()?.json).toBeNull();
  tab.dispose();
});

/** Looks into new windows of every kind, at once and after their load. */
const FRAMES = `<script>
  const seen = [];
  const names = (view) => Reflect.ownKeys(view).map(String).filter((name) => name.startsWith("platen_"));
  const look = (view) => { try { seen.push("looked", ...names(view)); } catch {} };
  const frame = (set) => {
    const one = document.createElement("iframe");
    set(one);
    document.body.append(one);
    look(one.contentWindow);
    one.onload = () => look(one.contentWindow);
    return one;
  };
  addEventListener("DOMContentLoaded", () => {
    frame(() => {});
    frame((one) => { one.srcdoc = "<script>parent.look(window)<" + "/script>"; });
    frame((one) => { one.src = "javascript:'<p>Text'"; });
    frame((one) => { one.src = URL.createObjectURL(new Blob(["<p>Text"], { type: "text/html" })); });
    const written = frame(() => {}).contentDocument;
    written.open();
    written.write("<script>parent.look(window)<" + "/script>");
    written.close();
    look(written.defaultView);
  });
  Object.assign(window, { look, seen });
</script><body>`;

test("no window of a hostile page has the function that sends messages", async () => {
  const { tab } = await show(FRAMES);
  const seen = await evaluate(tab.cdpSession, "seen", z.array(z.string()));
  expect(seen.length).toBeGreaterThan(6);
  expect(new Set(seen)).toEqual(new Set(["looked"]));
  tab.dispose();
});

test("a document whose script has removed itself is not looked at early", async () => {
  const { tab, early } = await show("<script>document.currentScript.remove()</script><p>Text</p>");
  expect(early.take()).toBeNull();
  tab.dispose();
});

test("a hostile page finds no way to send messages, and not the name of our function", async () => {
  const { tab, early } = await show(HOSTILE);
  expect(await early.take()?.json).toBe('"Page"');
  const seen = await evaluate(tab.cdpSession, "seen", z.array(z.string()));
  expect(seen.join()).not.toMatch(/platen_|[0-9a-f]{8}-[0-9a-f]{4}/);
  tab.dispose();
});

test("a value that is not text or is too long does not reach us", async () => {
  const { tab, early } = await show(byHandler('JSON.stringify = () => "x".repeat(6_000_000)'));
  expect(await early.take()?.json).toBe("null");
  tab.dispose();
});

test("each document that replaces another has a look of its own, which is taken once", async () => {
  const { tab, early } = await show("<p>First</p>");
  expect(await early.take()?.json).toBe('"Page"');
  expect(early.take()).toBeNull();
  const second = new Promise((resolve) => tab.cdpSession.once("Page.loadEventFired", resolve));
  await tab.navigate(ADDRESS);
  await second;
  expect(await early.take()?.json).toBe('"Page"');
  tab.dispose();
});
