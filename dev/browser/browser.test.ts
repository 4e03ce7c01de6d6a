import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import puppeteer from "puppeteer-core";
import { expect, test, vi } from "vitest";
import { prepareBrowser } from "./index.ts";
import { MINIFLARE_CHROME } from "./launcher.ts";

test("the launcher lies where the installed Miniflare looks for its Chrome", async () => {
  const source = await readFile(createRequire(import.meta.url).resolve("miniflare"), "utf8");
  expect(source).toContain(`BROWSER_VERSION = "${MINIFLARE_CHROME}"`);
});

test("the browser it starts opens pages, knows its language, and prints", async () => {
  const executablePath = await prepareBrowser();
  if (executablePath === null) throw new Error("No launcher on this system.");
  const browser = await puppeteer.launch({ executablePath });
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

test("a CHROME_PATH that leads nowhere is answered with a sentence", async () => {
  vi.stubEnv("CHROME_PATH", "/nowhere/chrome");
  await expect(prepareBrowser()).rejects.toThrow(/no such file.*unset it/);
  vi.unstubAllEnvs();
});
