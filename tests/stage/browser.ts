/** A browser for tests that look at our own pages: the same that renders. */
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { afterAll } from "vitest";
import { prepareBrowser } from "../../dev/browser/index.ts";

const WAIT_MS = 60_000;

/** Starts one for this file and closes it after the file's tests. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = await prepareBrowser();
  if (executablePath === null)
    throw new Error("This system has no browser that tests can start; set CHROME_PATH.");
  const browser = await puppeteer.launch({ executablePath });
  afterAll(() => browser.close());
  return browser;
}

/**
 * Does something that makes the page say these words, and resolves once it has, for however short a time: the page
 * itself looks, from before. It has to stay, and `where` in it.
 */
export async function seesPassing<T>(
  page: Page,
  words: string,
  act: () => Promise<T>,
  where = "body",
): Promise<T> {
  const place = await page.locator(where).waitHandle();
  const seen = place.evaluate(
    (element, text, ms) =>
      new Promise<void>((resolve, reject) => {
        new MutationObserver(() => {
          if (element instanceof HTMLElement && element.innerText.includes(text)) resolve();
        }).observe(element, { attributes: true, characterData: true, childList: true, subtree: true });
        setTimeout(() => reject(new Error(`The page has never said “${text}”.`)), ms);
      }),
    words,
    WAIT_MS,
  );
  const [done] = await Promise.all([act(), seen]);
  return done;
}
