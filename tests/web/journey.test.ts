/** The way to the first file, with few clicks: without an account, and with a new one. */
import type { Page } from "puppeteer-core";
import { expect, test } from "vitest";
import { openBrowser } from "../stage/browser.ts";
import { baseUrl, logged, pages } from "../stage/service.ts";
import { arrive, click, isAt, sees } from "./visitor.ts";

const MAX_CLICKS = { visitor: 2, registered: 6 } as const;
const PASSWORD = "correct horse battery";

const browser = await openBrowser();

/** Lets every document of the page count the clicks that it gets, over all pages of this browser profile. */
async function countClicks(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    addEventListener(
      "click",
      ({ isTrusted }) => {
        const clicks = Number(localStorage.getItem("test.clicks") ?? 0);
        if (isTrusted) localStorage.setItem("test.clicks", String(clicks + 1));
      },
      true,
    );
  });
}

function clicksIn(page: Page): Promise<number> {
  return page.evaluate(() => Number(localStorage.getItem("test.clicks")));
}

test("a visitor has the first file after at most two clicks", { tags: ["nightly"] }, async () => {
  const { page } = await arrive(browser, "/robots.txt");
  await countClicks(page);
  await page.goto(baseUrl);
  await click(page, "textbox", "Page address");
  await page.keyboard.type(`${pages}/article.html`);
  await click(page, "button", "Convert");
  const file = await page.waitForSelector("a[download]");
  const status = await file?.evaluate(async (link) => (await fetch(link.getAttribute("href") ?? "")).status);
  expect(status).toBe(200);
  const clicks = await clicksIn(page);
  expect(clicks).toBeGreaterThan(0);
  expect(clicks).toBeLessThanOrEqual(MAX_CLICKS.visitor);
});

test("a visitor registers and has the first file after at most six clicks", {
  tags: ["nightly"],
}, async () => {
  const email = `journey-${Date.now()}@example.com`;
  const { page } = await arrive(browser, "/robots.txt");
  await countClicks(page);
  await page.goto(`${baseUrl}/auth`);
  await click(page, "tab", "Register");
  await click(page, "textbox", "Email");
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  // Past the button that shows the password.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await click(page, "button", "Create Account");

  const [, link = ""] = await logged(new RegExp(`${email}[^\\n]*?(https?://\\S+/auth/verify#token=[\\w-]+)`));
  const opened = await page.browserContext().newPage();
  await countClicks(opened);
  await opened.goto(link);
  await click(opened, "button", "Verify email");
  await isAt(opened, "/dashboard");
  await sees(opened, email);
  await click(opened, "textbox", "Page address");
  await opened.keyboard.type(`${pages}/article.html`);
  await click(opened, "button", "Convert");
  const file = await opened.waitForSelector("a[download]");
  const type = await file?.evaluate(async (download) => {
    const address = download.getAttribute("href") ?? "";
    return (await fetch(address)).headers.get("content-type");
  });
  expect(type).toBe("application/pdf");
  const clicks = await clicksIn(opened);
  expect(clicks).toBeGreaterThan(0);
  expect(clicks).toBeLessThanOrEqual(MAX_CLICKS.registered);
});
