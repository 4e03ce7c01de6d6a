/** The landing page: a visitor without an account gets a file. */
import type { HTTPRequest } from "puppeteer-core";
import { expect, test } from "vitest";
import { openBrowser, seesPassing } from "../stage/browser.ts";
import { readPdf } from "../stage/read-pdf.ts";
import { baseUrl, pages } from "../stage/service.ts";
import { arrive, click, fill, inspect, present, sees } from "./visitor.ts";

const browser = await openBrowser();

test("the landing page can be read without scrolling and without scripts", async () => {
  const page = await browser.newPage();
  await page.setJavaScriptEnabled(false);
  await page.goto(baseUrl, { waitUntil: "domcontentloaded" });
  const text = await page.$eval("main", (main) => main.innerText);
  for (const title of ["Turn any web page into", "Pages you know", "How it compares", "Start free"])
    expect(text).toContain(title);
  await page.close();
});

test("what the build has written stays when the scripts take over, without a complaint", {
  tags: ["nightly"],
}, async () => {
  const { page, complaints } = await arrive(browser, "/");
  await present(page, "button", "Convert");
  await sees(page, "What Platen does not have");
  await click(page, "link", "Plans");
  await sees(page, "Overage Pricing");
  await page.goBack();
  await sees(page, "What Platen does not have");
  expect(complaints).toEqual([]);
});

test("the quick start works when the visitor comes to it, and after a visit to another page", async () => {
  const { page, complaints } = await arrive(browser, "/");
  await present(page, "button", "Convert");
  await page.browserContext().overridePermissions(new URL(baseUrl).origin, ["clipboard-sanitized-write"]);
  await page.bringToFront();
  // The HTML of the build is there before all scripts. Clicks count from the moment when the part's script is requested.
  await page.$eval("#quick-start", (part) => part.scrollIntoView());
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/quick-start-")),
  );
  const copy = () =>
    seesPassing(page, "Copied!", () => click(page, "button", "Copy")).catch((cause: unknown) => {
      throw new Error(`The page complains: ${complaints.join("; ")}`, { cause });
    });
  await copy();
  await page.evaluate(() => window.scrollTo(0, 0));
  await click(page, "link", "Plans");
  await sees(page, "Overage Pricing");
  await page.goBack();
  await present(page, "button", "Copy");
  await copy();
  expect(complaints).toEqual([]);
});

test("a click on the quick start counts while its script is still loading", async () => {
  const { page, complaints } = await arrive(browser, "/");
  await present(page, "button", "Convert");
  await page.browserContext().overridePermissions(new URL(baseUrl).origin, ["clipboard-sanitized-write"]);
  await page.bringToFront();
  await page.setRequestInterception(true);
  const held = new Promise<HTTPRequest>((resolve) => {
    page.on("request", (request) => {
      if (request.url().includes("/quick-start-")) resolve(request);
      else void request.continue();
    });
  });
  await page.$eval("#quick-start", (part) => part.scrollIntoView());
  const script = await held;
  await seesPassing(page, "Copied!", async () => {
    await click(page, "button", "Copy");
    await script.continue();
  });
  expect(complaints).toEqual([]);
});

test("a visitor who leaves before the quick start finds it on the way back", {
  tags: ["nightly"],
}, async () => {
  const { page, complaints } = await arrive(browser, "/");
  await present(page, "button", "Convert");
  await click(page, "link", "Plans");
  await sees(page, "Overage Pricing");
  await page.goBack();
  await present(page, "button", "Copy");
  expect(complaints).toEqual([]);
});

test("a visitor gets the PDF of a page, with one page and the watermark", async () => {
  const { page, complaints } = await arrive(browser, "/");
  await fill(page, "Page address", `${pages}/article.html`);
  await click(page, "button", "Convert");
  await present(page, "link", "Download");
  await page.waitForSelector('canvas[role="img"][data-state="drawn"]');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2));
  await sees(page, "What Platen does not have");
  const button = () => document.querySelector("platen-button")?.shadowRoot?.querySelector("button");
  await page.waitForFunction(button, { polling: "raf" });
  await inspect(page, "landing-converted");
  const base64 = await page.$eval("a[download]", async (link) => {
    const bytes = new Uint8Array(await (await fetch(link.getAttribute("href") ?? "")).arrayBuffer());
    return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ""));
  });
  const sheets = await readPdf(Buffer.from(base64, "base64"));
  expect(sheets).toHaveLength(1);
  expect(sheets[0]?.text).toContain("Made with Platen");
  expect(complaints).toEqual([]);
});
