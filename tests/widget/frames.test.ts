/** The button in the frames of site builders: other origins, sandboxes, pages without an address. */
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Frame } from "puppeteer-core";
import { afterAll, afterEach, expect, test } from "vitest";
import { WIDGET_PATH } from "#contract/widget/embed.ts";
import { openBrowser, pressButton } from "../stage/browser.ts";
import { baseUrl, newAccount } from "../stage/service.ts";
import { fileLink, pdfPages } from "./button.ts";
import { startSite, type Visit, visit } from "./host-site.ts";

const browser = await openBrowser();
const site = await startSite();
const SCRIPT = `<script src="${baseUrl}${WIDGET_PATH}" defer></script>`;
/** Prints the button's events, and does not wait for a download. */
const EVENTS = `<script>for (const type of ["platen-start", "platen-done", "platen-error"])
  addEventListener(type, ({ detail }) => console.log(type, detail.url ?? detail.code))</script>`;

afterEach(async () => {
  await Promise.all(browser.browserContexts().map((context) => context.id && context.close()));
});
afterAll(() => site.close());

const FOREIGN = "127.0.0.1";

interface Framed extends Visit {
  frame: Frame;
}

/** Opens a page with the button in a frame of `host`. */
async function openFramed(tag: string, frameAttributes: string, host?: string): Promise<Framed> {
  const inner = site.addPage(`<html lang="en"><title>Inner</title>${EVENTS}${SCRIPT}<p>Frame</p>${tag}`);
  const outer = site.addPage(
    `<html lang="en"><title>Outer</title><p>The page around the frame</p>
     <iframe src="${site.origin(host)}${inner}" ${frameAttributes}></iframe>`,
  );
  const seen = await visit(browser, site.origin() + outer);
  return { ...seen, frame: await seen.page.waitForFrame((candidate) => candidate.url().endsWith(inner)) };
}

function posts({ requests }: Visit): string[] {
  return requests.filter((request) => request.startsWith("POST"));
}

/** Waits for a line of the console that contains the text. */
function lineWith({ consoleLines }: Visit, text: string): Promise<string> {
  return expect
    .poll(() => consoleLines.find((line) => line.includes(text)), { timeout: 60_000 })
    .toBeDefined()
    .then(() => String(consoleLines.find((line) => line.includes(text))));
}

async function words(url: string): Promise<string> {
  const pages = await pdfPages(url);
  return pages.map(({ text }) => text).join(" ");
}

test("in a frame of another origin, the page is the referrer if it has its whole address", async () => {
  const { publicKey } = await newAccount();
  const framed = await openFramed(
    `<platen-button public-key="${publicKey}"></platen-button>`,
    'referrerpolicy="no-referrer-when-downgrade"',
    FOREIGN,
  );
  await pressButton(framed.frame);
  expect(await words(await fileLink(framed.frame))).toContain("The page around the frame");
});

test("a frame in a frame finds the same page", { tags: ["nightly"] }, async () => {
  const { publicKey } = await newAccount();
  const button = site.addPage(
    `<html lang="en">${EVENTS}${SCRIPT}<platen-button public-key="${publicKey}"></platen-button>`,
  );
  const framed = await openFramed(
    `<iframe src="${button}"></iframe>`,
    'referrerpolicy="no-referrer-when-downgrade"',
    FOREIGN,
  );
  const inner = await framed.page.waitForFrame((candidate) => candidate.url().endsWith(button));
  await pressButton(inner);
  expect(await lineWith(framed, "platen-start")).toContain(framed.page.url());
});

test("without the page's address nothing is sent, and the console says what to set", async () => {
  const { publicKey } = await newAccount();
  const framed = await openFramed(`<platen-button public-key="${publicKey}"></platen-button>`, "", FOREIGN);
  await pressButton(framed.frame);
  await lineWith(framed, "platen-error page_unknown");
  expect(framed.consoleLines.join()).toContain("custom-url");
  const shown = await framed.frame.$eval(
    ">>> [part=notice]:popover-open span",
    ({ textContent }) => textContent,
  );
  expect(shown).toBe("This page could not be converted.");
  expect(posts(framed)).toEqual([]);
});

test("custom-url says which page it is, also when url-source is left out", {
  tags: ["nightly"],
}, async () => {
  const { publicKey } = await newAccount();
  const target = site.origin() + site.addPage("<title>Target</title><p>The chosen page</p>");
  const framed = await openFramed(
    `<platen-button public-key="${publicKey}" custom-url="${target}"></platen-button>`,
    "",
    FOREIGN,
  );
  await pressButton(framed.frame);
  expect(await words(await fileLink(framed.frame))).toContain("The chosen page");
});

test("where the sandbox blocks downloads, a link opens the file in a new tab, and there is no check mark", async () => {
  const { publicKey } = await newAccount();
  const framed = await openFramed(
    `<platen-button public-key="${publicKey}" output-type="screenshot"></platen-button>`,
    'sandbox="allow-scripts allow-same-origin allow-popups"',
  );
  await pressButton(framed.frame);
  const url = await fileLink(framed.frame);
  expect(await framed.frame.$(">>> [data-phase=done]")).toBeNull();
  const [target] = await Promise.all([
    browser.waitForTarget((candidate) => candidate.url() === url, { timeout: 60_000 }),
    framed.frame.locator(">>> [part=open]").click(),
  ]);
  expect(target.type()).toBe("page");
});

test("where the sandbox blocks downloads and new tabs, nothing is sent, and the console says what to allow", async () => {
  const { publicKey } = await newAccount();
  const framed = await openFramed(
    `<platen-button public-key="${publicKey}"></platen-button>`,
    'sandbox="allow-scripts allow-same-origin"',
  );
  await pressButton(framed.frame);
  await lineWith(framed, "platen-error cannot_save");
  expect(framed.consoleLines.join()).toContain("allow-downloads");
  expect(posts(framed)).toEqual([]);
});

test("a srcdoc frame converts the page around it", async () => {
  const { publicKey } = await newAccount();
  const tag = `${EVENTS}${SCRIPT}<platen-button public-key='${publicKey}'></platen-button>`;
  const outer = site.addPage(
    `<title>Outer</title><iframe srcdoc="${tag.replaceAll('"', "&quot;")}"></iframe>`,
  );
  const seen = await visit(browser, site.origin() + outer);
  const frame = await seen.page.waitForFrame((candidate) => candidate.url() === "about:srcdoc");
  await pressButton(frame);
  expect(await lineWith(seen, "platen-start")).toContain(seen.page.url());
});

test("a page in a file has no address, and nothing is sent", { tags: ["nightly"] }, async () => {
  const file = join(tmpdir(), `platen-button-${process.pid}.html`);
  await writeFile(
    file,
    `<!doctype html>${EVENTS}${SCRIPT}<platen-button public-key="pk_live_x"></platen-button>`,
  );
  const seen = await visit(browser, pathToFileURL(file).href);
  await pressButton(seen.page);
  await lineWith(seen, "platen-error page_unknown");
  expect(posts(seen)).toEqual([]);
});

test("after a download the link stays until it is closed", async () => {
  const { publicKey } = await newAccount();
  const path = site.addPage(
    `<html lang="en"><title>T</title>${SCRIPT}<p>Words</p><platen-button public-key="${publicKey}"></platen-button>`,
  );
  const { page } = await visit(browser, site.origin() + path);
  await pressButton(page);
  expect(await words(await fileLink(page))).toContain("Words");
  expect(await page.$eval(">>> [part=open]", ({ textContent }) => textContent)).toBe("Open file");
  await page.locator(">>> [part=close]").click();
  expect(await page.$(">>> [part=notice]:popover-open")).toBeNull();
});
