/** The button and the site in Firefox, which no other test opens. */
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer, { type Frame, type Page } from "puppeteer-core";
import { afterAll, describe, expect, inject, test } from "vitest";
import { WIDGET_PATH } from "#contract/widget/embed.ts";
import { pressButton } from "../stage/browser.ts";
import { readPdf } from "../stage/read-pdf.ts";
import { baseUrl, newAccount } from "../stage/service.ts";
import { startSite, visit } from "../widget/host-site.ts";

const firefox = ["/usr/bin/firefox", "/usr/bin/firefox-esr"].find((path) => existsSync(path));
if (!firefox) console.warn("SKIPPED: Firefox is not installed on this machine.");

describe.runIf(firefox)("in Firefox", async () => {
  if (!firefox) return;
  const downloads = await mkdtemp(join(tmpdir(), "platen-firefox-"));
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: firefox,
    extraPrefsFirefox: { "browser.download.folderList": 2, "browser.download.dir": downloads },
  });
  const site = await startSite();
  afterAll(async () => {
    await Promise.all([browser.close(), site.close()]);
    await rm(downloads, { recursive: true });
  });

  const { publicKey } = await newAccount();
  const button = (attributes = "") =>
    `<script src="${baseUrl}${WIDGET_PATH}" defer></script>
     <script>for (const type of ["platen-start", "platen-error"])
       addEventListener(type, ({ detail }) => console.log(type, detail.url ?? detail.code))</script>
     <platen-button public-key="${publicKey}" ${attributes}></platen-button>`;

  /** Opens a page with the button in a frame of another site, and presses it. Returns the first event. */
  async function pressFramed(attributes: string): Promise<string | undefined> {
    const inner = site.addPage(button(attributes));
    const outer = site.addPage(
      `<iframe src="${site.origin("127.0.0.1")}${inner}" referrerpolicy="no-referrer-when-downgrade"></iframe>`,
    );
    const { page, consoleLines } = await visit(browser, site.origin() + outer);
    const frame = await page.waitForFrame((candidate: Frame) => candidate.url().endsWith(inner));
    await pressButton(frame);
    const events = () => consoleLines.filter((line) => line.includes("platen-"));
    await expect.poll(events).not.toEqual([]);
    return events().find((line) => line.startsWith("log:"));
  }

  test("a click saves the page as a file named after its title, and the visitor stays", async () => {
    const address = site.origin() + site.addPage(`<title>Fish &amp; chips</title><p>Words</p>${button()}`);
    const { page, consoleLines } = await visit(browser, address);
    await pressButton(page);
    await expect.poll(() => readdir(downloads), { timeout: 60_000 }).toEqual(["Fish & chips.pdf"]);
    const file = join(downloads, "Fish & chips.pdf");
    await expect.poll(async () => (await readFile(file)).subarray(-6).toString()).toContain("%%EOF");
    expect((await readPdf(await readFile(file)))[0]?.text).toContain("Words");
    expect(page.url()).toBe(address);
    expect(consoleLines).toEqual([`log: platen-start ${address}`]);
  });

  test("a frame of another site needs custom-url, because Firefox cuts every such referrer", async () => {
    expect(await pressFramed("")).toBe("log: platen-error page_unknown");
    const target = site.origin() + site.addPage("<title>Target</title><p>Chosen</p>");
    expect(await pressFramed(`custom-url="${target}"`)).toBe(`log: platen-start ${target}`);
  });

  test("a visitor signs in and converts a page", async () => {
    const { page, consoleLines } = await visit(browser, `${baseUrl}/auth`);
    const { email, password } = inject("demo");
    await page.locator("input[type=email]").fill(email);
    await page.locator("input[type=password]").fill(password);
    await page.keyboard.press("Enter");
    await page.locator("::-p-text(Recent Jobs)").wait();
    await page.locator('::-p-aria([name="Page address"][role="textbox"])').fill(`${baseUrl}/sample/`);
    await page.keyboard.press("Enter");
    await page.locator("::-p-text(Download)").setTimeout(60_000).wait();
    await page.waitForNetworkIdle();
    for (const path of ["/jobs", "/dashboard/usage", "/widget", "/docs", "/plans", "/settings"]) {
      for (const width of [360, 1280]) {
        await page.setViewport({ width, height: 900 });
        // Firefox logs the requests that the next address ends.
        await page.goto(baseUrl + path, { waitUntil: "networkidle0" });
        await page.waitForSelector("h1");
        expect(await overflow(page), `${path} at ${width} px`).toBeLessThanOrEqual(0);
      }
    }
    expect(consoleLines).toEqual([]);
  });
});

function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
