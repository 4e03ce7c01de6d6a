/** The browser in which tests open our own pages. It is the same build that renders jobs. */
import puppeteer, { type Browser, type Frame, type Page } from "puppeteer-core";
import { afterAll } from "vitest";
import { prepareBrowser } from "../../dev/browser/index.ts";

const WAIT_MS = 60_000;

/** The browser of this process. Test files that run in it one after the other share it, because a start takes a second. */
let started: Promise<Browser> | null = null;

async function start(): Promise<Browser> {
  const executablePath = await prepareBrowser();
  if (executablePath === null)
    throw new Error("This system has no browser that tests can start; set CHROME_PATH.");
  return puppeteer.launch({ executablePath });
}

/** Returns a browser for the calling test file and closes its pages after its tests. */
export async function openBrowser(): Promise<Browser> {
  started ??= start();
  const browser = await started;
  const [lasting] = await browser.pages();
  afterAll(async () => {
    const [ordinary, ...others] = browser.browserContexts();
    await Promise.all(others.map((context) => context.close()));
    const pages = (await ordinary?.pages()) ?? [];
    // The first page stays, because a browser without any may end.
    await Promise.all(pages.map((page) => page !== lasting && page.close()));
  });
  return browser;
}

/**
 * Runs `act` and resolves once the page has shown the words, even for a moment: an observer inside the page starts
 * before `act`. The page and the element `where` must not be replaced meanwhile.
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
        setTimeout(() => reject(new Error(`The page has not shown “${text}”.`)), ms);
      }),
    words,
    WAIT_MS,
  );
  const [done] = await Promise.all([act(), seen]);
  return done;
}

/**
 * Clicks the first `<platen-button>`. Looks for it with every frame: puppeteer otherwise waits for a mutation of the
 * document, and the button appears in its shadow root, where the document has no mutation.
 */
export async function pressButton(page: Page | Frame): Promise<void> {
  const isThere = () =>
    document.querySelector("platen-button")?.shadowRoot?.querySelector("button[part=button]");
  await page.waitForFunction(isThere, { polling: "raf" });
  await page.locator(">>> button[part=button]").click();
}
