/** The snippets of the guides, copied from their Markdown, on pages that imitate the platforms, with the real service. */
import type { Frame, Page } from "puppeteer-core";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { JobCreated } from "#contract/job/view.ts";
import { BUTTON_LABELS } from "#contract/widget/embed.ts";
import { createJob } from "../../dev/job-client.ts";
import { openBrowser, pressButton } from "../stage/browser.ts";
import { baseUrl, newAccount, pages } from "../stage/service.ts";
import { BUILDER_PAGES, wixFramePage, wixPage } from "../widget/builder-pages.ts";
import { fileLink, pdfPages } from "../widget/button.ts";
import { serveReactApp, serveVueApp } from "../widget/framework-app.ts";
import { readGuide } from "../widget/guide.ts";
import { startSite, visit } from "../widget/host-site.ts";

const browser = await openBrowser();
const site = await startSite();
const { publicKey } = await newAccount();
const filled = { host: baseUrl, publicKey };

afterEach(async () => {
  await Promise.all(browser.browserContexts().map((context) => context.id && context.close()));
});
afterAll(() => site.close());

/** Labels of the page's buttons, once each one has a label. */
async function labels(place: Frame | Page): Promise<string[]> {
  await place.waitForFunction(() => {
    const buttons = [...document.querySelectorAll("platen-button")];
    return (
      buttons.length > 0 &&
      buttons.every(({ shadowRoot }) => shadowRoot?.querySelector("[part=label]")?.textContent)
    );
  });
  return place.$$eval("platen-button", (buttons) =>
    buttons.map(({ shadowRoot }) => String(shadowRoot?.querySelector("[part=label]")?.textContent)),
  );
}

/** Presses the first button and returns the file's pages. */
async function save(place: Frame | Page) {
  await pressButton(place);
  return pdfPages(await fileLink(place));
}

/** Reports an event of the first button, as if a job had ended. */
function reportDone(page: Page): Promise<void> {
  return page.$eval("platen-button", (button) => {
    button.dispatchEvent(new CustomEvent("platen-done", { detail: { filename: "a.pdf" } }));
  });
}

test("Wix: a Custom Element with the fields of the guide saves the page, and its page code works", async () => {
  const guide = await readGuide("widget/wix", filled);
  const path = site.addPage(wixPage(guide.fields(), guide.code("js"), "Words on a Wix page"));
  const { page, consoleLines } = await visit(browser, site.origin() + path);
  const request = page.waitForRequest((candidate) => candidate.method() === "POST");
  const [first] = await save(page);
  expect(first?.text).toContain("Words on a Wix page");
  // The page code has chosen Letter, which is 612 points wide.
  expect(first?.width).toBe(612);
  expect(JSON.parse((await request).postData() ?? "")).toMatchObject({ options: { platform: "wix" } });
  expect(consoleLines).toContain("log: Wix page.pdf is saved");
});

test("Wix: the snippet in Embed HTML saves the page around the frame", async () => {
  const guide = await readGuide("widget/wix", filled);
  const [outer, inner] = ["/wix-frame-page", "/wix-frame"];
  const snippet = guide.code("html").replace("https://www.example.com/", site.origin() + outer);
  const html = { "content-type": "text/html; charset=utf-8" };
  site.serve(inner, `<!doctype html><html lang="en"><body>${snippet}`, html);
  const frameAddress = site.origin("127.0.0.1") + inner;
  site.serve(outer, `<!doctype html>${wixFramePage(frameAddress, "Words around a frame")}`, html);
  const { page } = await visit(browser, site.origin() + outer);
  const frame = await page.waitForFrame((candidate) => candidate.url() === frameAddress);
  const [first] = await save(frame);
  expect(first?.text).toContain("Words around a frame");
});

test("plain HTML: the snippet saves the page, and a script adds a second button", async () => {
  const guide = await readGuide("widget/html", filled);
  const path = site.addPage(
    `<html lang="en"><title>Plain</title><body><p>Plain words</p>${guide.code("html")}
     <script>${guide.code("js")}</script>`,
  );
  const { page } = await visit(browser, site.origin() + path);
  expect(await labels(page)).toEqual([BUTTON_LABELS.pdf, BUTTON_LABELS.screenshot]);
  const [first] = await save(page);
  expect(first?.text).toBe("Plain words");
});

test.each(BUILDER_PAGES)("%s: the button appears", async (builder, name, imitate) => {
  const guide = await readGuide(`widget/${name}`, filled);
  const body = imitate(guide.code("html"), `Words in ${builder}`);
  const { page, consoleLines } = await visit(
    browser,
    site.origin() + site.addPage(`<html lang="en">${body}`),
  );
  const label = name === "shopify" ? "Save this product as PDF" : BUTTON_LABELS.pdf;
  expect(await labels(page)).toEqual([label]);
  const key = await page.$eval("platen-button", (button) => button.getAttribute("public-key"));
  expect(key).toBe(publicKey);
  expect(consoleLines).toEqual([]);
});

test("React and Next.js: the component saves the page, and React hydrates it without errors", async () => {
  const [react, next] = await Promise.all([
    readGuide("widget/react", filled),
    readGuide("widget/next", filled),
  ]);
  const pathOf = await serveReactApp(site, { react: react.code("tsx"), next: next.code("tsx") });
  const rendered = await visit(browser, site.origin() + pathOf("react.html"));
  const [first] = await save(rendered.page);
  expect(first?.text).toContain("An application");
  expect(rendered.consoleLines).toContain("log: App.pdf is ready");

  const hydrated = await visit(browser, site.origin() + pathOf("next.html"));
  expect(await labels(hydrated.page)).toEqual([BUTTON_LABELS.pdf]);
  await vi.waitFor(async () => {
    await reportDone(hydrated.page);
    expect(hydrated.consoleLines).toContain("log: a.pdf is ready");
  }, 60_000);
  expect(
    [...rendered.consoleLines, ...hydrated.consoleLines].filter((line) =>
      /^(warn|error|pageerror)/.test(line),
    ),
  ).toEqual([]);
});

test("Vue: the component shows the button and receives its events", async () => {
  const guide = await readGuide("widget/vue", filled);
  const pathOf = await serveVueApp(site, {
    script: guide.code("html"),
    config: guide.code("js"),
    component: guide.code("vue"),
  });
  const { page, consoleLines } = await visit(browser, site.origin() + pathOf("index.html"));
  expect(await labels(page)).toEqual([BUTTON_LABELS.pdf]);
  await reportDone(page);
  expect(consoleLines).toEqual(["log: a.pdf is ready"]);
  expect(await page.$eval("platen-button", (button) => button.getAttribute("pdf-format"))).toBe("Letter");
});

test("the guide's script reports finished, failed and canceled conversions to analytics", async () => {
  // The Free plan renders one job at a time, so the held job keeps the job of the button in the queue.
  const account = await newAccount("free");
  const held = site.holdPage();
  await createJob(account, { url: site.origin() + held.path });
  await held.asked;
  const guide = await readGuide("widget", { ...filled, publicKey: account.publicKey });
  const path = site.addPage(
    `<html lang="en"><title>Counted</title><p>Words</p>${guide.code("html")}<script>${guide.code("js")}</script>`,
  );
  const { page } = await visit(browser, site.origin() + path);
  const reported = () => page.evaluate(() => JSON.stringify(Reflect.get(window, "dataLayer")));
  const [created] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === "POST"),
    pressButton(page),
  ]);
  const { jobId } = JobCreated.parse(await created.json());
  await fetch(`${baseUrl}/api/v1/jobs/${jobId}`, {
    method: "DELETE",
    headers: { "x-api-key": account.apiKey },
  });
  await vi.waitFor(async () => expect(await reported()).toContain("save_canceled"), { timeout: 60_000 });
  held.release();
  await pressButton(page);
  await fileLink(page);
  await page.$eval(
    "platen-button",
    (button, url) => {
      button.setAttribute("url-source", "custom");
      button.setAttribute("custom-url", url);
    },
    `${pages}/status/500`,
  );
  await pressButton(page);
  await vi.waitFor(async () => expect(await reported()).toContain("save_failed"), { timeout: 60_000 });
  const started = { event: "save_started", page: page.url() };
  expect(JSON.parse(await reported())).toEqual([
    started,
    { event: "save_canceled", reason: "canceled" },
    started,
    { event: "save_finished", job: expect.stringMatching(/^job_/), file: "Counted.pdf" },
    { event: "save_started", page: `${pages}/status/500` },
    { event: "save_failed", reason: expect.any(String) },
  ]);
});
