import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import puppeteer, { type Browser } from "puppeteer-core";
import { expect, test, vi } from "vitest";
import { prepareBrowser } from "./index.ts";
import { MINIFLARE_CHROME } from "./launcher.ts";

test("the launcher lies where the installed Miniflare looks for its Chrome", async () => {
  const source = await readFile(createRequire(import.meta.url).resolve("miniflare"), "utf8");
  expect(source).toContain(`BROWSER_VERSION = "${MINIFLARE_CHROME}"`);
});

async function launch(): Promise<Browser> {
  const executablePath = await prepareBrowser();
  if (executablePath === null) throw new Error("No launcher on this system.");
  return await puppeteer.launch({ executablePath });
}

test("the browser it starts opens pages, knows its language, and prints", async () => {
  const browser = await launch();
  const page = await browser.newPage();
  await page.setContent("<title>Hello</title><p>World</p>");
  expect(await page.title()).toBe("Hello");
  expect(await page.evaluate(() => new Intl.NumberFormat(navigator.language).format(1234.5))).toBe("1,234.5");
  expect(
    Buffer.from(await page.pdf())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
  await browser.close();
});

test("the browser it starts saves a file under a name that is not ASCII", async () => {
  const browser = await launch();
  const devtools = await browser.target().createCDPSession();
  // Says the name without writing the file.
  await devtools.send("Browser.setDownloadBehavior", { behavior: "deny", eventsEnabled: true });
  const name = new Promise((resolve) =>
    devtools.on("Browser.downloadWillBegin", ({ suggestedFilename }) => resolve(suggestedFilename)),
  );
  const page = await browser.newPage();
  await page.setContent(`<a download="Füße · 足.txt" href="data:text/plain,">Save</a>`);
  await page.click("a");
  expect(await name).toBe("Füße · 足.txt");
  await browser.close();
});

test("a CHROME_PATH that leads nowhere is answered with a sentence", async () => {
  vi.stubEnv("CHROME_PATH", "/nowhere/chrome");
  await expect(prepareBrowser()).rejects.toThrow(/no such file.*unset it/);
  vi.unstubAllEnvs();
});
