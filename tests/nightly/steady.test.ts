/** Nothing on a screen moves while its data arrives, so that a click never hits the wrong control. */
import { setTimeout as sleep } from "node:timers/promises";
import type { HTTPRequest, Page } from "puppeteer-core";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { openBrowser } from "../stage/browser.ts";
import { newAccount } from "../stage/service.ts";
import { tokenFor } from "../web/local-data.ts";
import { arrive, click, isAt, sees } from "../web/visitor.ts";

/** Time between two responses of the API, long enough to paint the screen after each. */
const STEP_MS = 250;
/** Taller than every screen: the browser reports layout shifts only inside the window. */
const WHOLE_PAGE_PX = 3_600;
const WAIT_MS = 60_000;

const RECORD_MOVES = `
  window.moves = [];
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries())
      for (const { node, previousRect, currentRect } of sources)
        window.moves.push(node?.textContent?.slice(0, 40) + ": " + previousRect.y + " to " + currentRect.y);
  }).observe({ type: "layout-shift", buffered: true });
`;
const Moves = z.array(z.string());

const browser = await openBrowser();

/** Loads the address in a new tab with the API's responses one by one. Returns a line for each element that moved. */
async function movesWhileLoading(visitor: Page, path: string, width: number): Promise<string[]> {
  const page = await visitor.browserContext().newPage();
  let calls = 0;
  let responses = 0;
  const toApi = (request: HTTPRequest) => request.url().includes("/api/");
  await page.setViewport({ width, height: WHOLE_PAGE_PX });
  await page.evaluateOnNewDocument(RECORD_MOVES);
  await page.setRequestInterception(true);
  page.on("request", async (request) => {
    if (toApi(request)) {
      calls += 1;
      await sleep(calls * STEP_MS);
    }
    await request.continue();
  });
  page.on("requestfinished", (request) => {
    if (toApi(request)) responses += 1;
  });
  await page.goto(new URL(path, visitor.url()).href);
  await vi.waitFor(() => expect(responses).toBe(Math.max(calls, 2)), { timeout: WAIT_MS });
  await page.waitForFunction(() => !document.querySelector('[aria-label="Loading…"]'));
  await sleep(2 * STEP_MS);
  return Moves.parse(await page.evaluate("window.moves"));
}

const SCREENS = ["/dashboard", "/jobs", "/settings", "/widget"].flatMap((path) =>
  [1280, 390].map((width) => ({ path, width })),
);

test.for(SCREENS)(
  "nothing on $path moves while it loads at a width of $width px",
  async ({ path, width }) => {
    const { page } = await arrive(browser, "/robots.txt", {
      token: await tokenFor(await newAccount("free")),
    });
    expect(await movesWhileLoading(page, path, width)).toEqual([]);
  },
);

test("nothing in the settings of a subscriber moves while they load, on a wide and a narrow screen", async () => {
  const { page } = await arrive(browser, "/plans", { token: await tokenFor(await newAccount("free")) });
  await click(page, "button", "Upgrade to Starter");
  await page.locator('button[value="pay"]').click();
  await isAt(page, "/settings");
  await sees(page, "Cancel subscription");
  expect(await movesWhileLoading(page, "/settings", 1280)).toEqual([]);
  expect(await movesWhileLoading(page, "/settings", 390)).toEqual([]);
});
