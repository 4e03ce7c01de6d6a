/** Measures how long the jobs page takes from an interaction to the next paint. */
import type { Browser, ElementHandle, Page } from "puppeteer-core";
import { z } from "zod";

const ROWS = 'ul[aria-label="Jobs"] > li';
const Durations = z.array(z.number());

/** The browser reports an interaction after the frame in which it is painted. It rounds to 8 ms. */
const RECORD = `
  window.paints = [];
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId) window.paints.push(duration);
  }).observe({ type: "event", durationThreshold: 16 });
`;

async function clickOn(found: ElementHandle | null): Promise<void> {
  if (!found) throw new Error("The jobs page has no such control.");
  await found.click();
}

/** The interactions of a person who looks for jobs and selects some. Each leaves the page ready for the next. */
const INTERACTIONS: readonly ((page: Page) => Promise<unknown>)[] = [
  async (page) => clickOn(await page.$(`${ROWS} input`)),
  async (page) => clickOn(await page.$("label ::-p-text(Select all shown)")),
  (page) => page.type("input[type=search]", "1"),
  async (page) => clickOn(await page.waitForSelector("::-p-aria(Clear filters)")),
  async (page) => clickOn(await page.waitForSelector("::-p-aria(Load more)")),
];

/** Milliseconds of each interaction that took two frames or more. */
export async function paintTimes(browser: Browser, url: string, token: string): Promise<number[]> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.goto(new URL("/robots.txt", url).href);
  await page.evaluate((value) => localStorage.setItem("platen.session", value), token);
  await page.evaluateOnNewDocument(RECORD);
  await page.goto(url);
  await page.bringToFront();
  await page.waitForSelector(ROWS);
  for (const interact of INTERACTIONS) {
    await page.waitForNetworkIdle();
    await interact(page);
  }
  await page.waitForNetworkIdle();
  const durations = Durations.parse(await page.evaluate("window.paints"));
  await context.close();
  return durations;
}
