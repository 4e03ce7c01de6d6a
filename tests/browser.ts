/** A browser for tests that look at our own pages: the same that renders. */
import puppeteer, { type Browser } from "puppeteer-core";
import { afterAll } from "vitest";
import { prepareBrowser } from "../dev/browser/index.ts";

/** Starts one for this file and closes it after the file's tests. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = await prepareBrowser();
  if (executablePath === null)
    throw new Error("This system has no browser that tests can start; set CHROME_PATH.");
  const browser = await puppeteer.launch({ executablePath });
  afterAll(() => browser.close());
  return browser;
}
