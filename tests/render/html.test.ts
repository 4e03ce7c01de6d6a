import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "puppeteer-core";
import { afterAll, expect, test } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { openBrowser } from "../stage/browser.ts";
import { convert, endOf, type Options, open, withoutHaste } from "./convert.ts";
import { htmlPages, WHOLE_COLOR } from "./html-pages.ts";
import { markdownPages } from "./markdown-pages.ts";

const { origin } = await open(htmlPages, markdownPages);
const browser = await openBrowser();
const folder = await mkdtemp(join(tmpdir(), "platen-html-"));
afterAll(() => rm(folder, { recursive: true }));

/** Converts the page, and opens the file from the disk. `requests`: what it asks for besides itself. */
async function opened(path: string, options: Options = {}) {
  const { job, bytes } = await convert(`${origin}${path}`, { ...options, outputType: "html" });
  const file = join(folder, `${path.slice(1)}.html`);
  await writeFile(file, bytes);
  const page = await browser.newPage();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  return { job, page, text: bytes.toString(), requests: requests.slice(1).filter(isNoData) };
}

function isNoData(url: string): boolean {
  return !url.startsWith("data:") && url !== "about:srcdoc";
}

function wordsOf(page: Page): Promise<string[]> {
  return Promise.all(page.frames().map((frame) => frame.evaluate("document.body.innerText").then(String)));
}

/** What the file shows, read without a script of its own. */
const LOOK = `(async () => {
  const styleOf = (id) => getComputedStyle(document.getElementById(id));
  await document.fonts.ready;
  return {
    pictures: [...document.images].map((image) => image.naturalWidth),
    canvas: styleOf("drawn").backgroundImage.slice(0, 15),
    shadow: getComputedStyle(host.shadowRoot.querySelector("p")).color,
    sprite: document.querySelector("use").getBoundingClientRect().width,
    fields: [field.value, box.checked, area.value, document.querySelector("[type=password]").value],
    backgrounds: ["sheet", "imported", "set"].map((id) => /url."data:image/.exec(styleOf(id).backgroundImage)?.[0]),
    script: styleOf("script").color,
    font: [...document.fonts].map((face) => face.status),
    links: [...document.links].map((link) => link.getAttribute("href")),
  };
})()`;

test("an HTML file shows the rendered page from the disk, and sends no request", () =>
  withoutHaste(async () => {
    const { job, page, requests, text } = await opened("/whole");
    expect(job).toMatchObject({
      result: { contentType: "text/html; charset=utf-8", filename: "Whole.html" },
      credits: { used: 1 },
      warnings: [],
    });
    expect(await page.evaluate(LOOK)).toEqual({
      pictures: [200, 200],
      canvas: 'url("data:image',
      shadow: WHOLE_COLOR,
      sprite: 60,
      fields: ['new "value" <b>', true, "first\nsecond", ""],
      backgrounds: ['url("data:image', 'url("data:image', 'url("data:image'],
      script: WHOLE_COLOR,
      font: ["loaded"],
      links: [`${origin}/rel?x=1`, "#"],
    });
    const words = (await wordsOf(page)).join();
    for (const part of ["A defined element", "words of another site", "words of a srcdoc"])
      expect(words).toContain(part);
    expect(words).not.toMatch(/ran|Without scripts/);
    expect(text).toContain(`<meta name="source" content="${origin}/whole">`);
    expect(text).not.toMatch(/<script|onclick|javascript:|secret/);
    expect(requests).toEqual([]);
  }));

test("pictures keep their size if one address has several densities", { tags: ["nightly"] }, () =>
  withoutHaste(async () => {
    const widths = "[...document.images].map((image) => image.naturalWidth)";
    for (const [formFactor, screen] of [
      ["desktop", { width: 1280, height: 800 }],
      ["mobile", { width: 390, height: 844, deviceScaleFactor: 3 }],
    ] as const) {
      const original = await browser.newPage();
      await original.setViewport(screen);
      await original.goto(`${origin}/densities`);
      const { page } = await opened("/densities", { formFactor });
      expect(await page.evaluate(widths)).toEqual(await original.evaluate(widths));
    }
  }),
);

test("what is pinned to the window and what scrolls does so in the file", () =>
  withoutHaste(async () => {
    const { page } = await opened("/application");
    const styles =
      "[getComputedStyle(document.querySelector('header')).position, document.querySelector('main').clientHeight]";
    expect(await page.evaluate(styles)).toEqual(["fixed", await page.evaluate("innerHeight")]);
  }));

test("the file of a hostile page runs no script, sends no request and stays small", () =>
  withoutHaste(async () => {
    const { job, page, requests, text } = await opened("/hostile");
    const frames = page.frames();
    const ran = await Promise.all(frames.map((frame) => frame.evaluate("typeof ran")));
    expect(new Set(ran)).toEqual(new Set(["undefined"]));
    expect((await wordsOf(page)).join()).toContain("The page");
    expect(frames.length).toBeLessThanOrEqual(2 + LIMITS.embeddedFrameDepth);
    expect(requests).toEqual([]);
    expect(text.length).toBeLessThan(200_000);
    expect(job.warnings).toContainEqual(expect.objectContaining({ code: "resource_left_out" }));
  }));

test("HTML of a PDF is refused, and the credit is refunded", async () => {
  const job = await endOf(`${origin}/report`, { outputType: "html" });
  expect(job).toMatchObject({ status: "failed", error: { code: "not_a_page" }, credits: { used: 0 } });
});
