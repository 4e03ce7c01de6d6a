/** The Widget tab: public keys, the configuration of the button, its preview and its embed code. */
import type { Page } from "puppeteer-core";
import { expect, test } from "vitest";
import { WIDGET_TAG } from "#contract/widget/embed.ts";
import { openBrowser, pressButton, seesPassing } from "../stage/browser.ts";
import { baseUrl, newAccount } from "../stage/service.ts";
import { tokenFor } from "./local-data.ts";
import { absent, arrive, click, fill, inspect, present, sees, seesNoMore } from "./visitor.ts";

const browser = await openBrowser();

async function widgetTab(): Promise<Page> {
  const { page } = await arrive(browser, "/widget", { token: await tokenFor(await newAccount("starter")) });
  await sees(page, "Public API Keys");
  return page;
}

async function createKey(page: Page, name: string, domain: string): Promise<void> {
  await click(page, "button", "Create Key");
  await fill(page, "Key name", name);
  await fill(page, "Domain 1", domain);
  await click(page, "button", "Create public key");
}

function code(page: Page): Promise<string> {
  return page.$eval("figure code", (element) => element.textContent ?? "");
}

/** Resolves once the button has rendered. It polls, because observers do not see changes inside a shadow tree. */
async function previewed(page: Page): Promise<void> {
  await page.waitForFunction(
    (tag) => document.querySelector(tag)?.shadowRoot?.querySelector("button"),
    { polling: 100 },
    WIDGET_TAG,
  );
}

test("a key is created, revealed, changed and deleted", async () => {
  const page = await widgetTab();
  await createKey(page, "Shop", "https://shop.example.com/cart");
  await sees(page, "shop.example.com");
  await sees(page, "Selected");

  const [hidden] = await page.$$eval("li code", (codes) => codes.map((element) => element.textContent ?? ""));
  expect(hidden).toMatch(/^pk_live_\w{12}…$/);
  await click(page, "button", "Reveal the key of Shop");
  const [revealed] = await page.$$eval("li code", (codes) =>
    codes.map((element) => element.textContent ?? ""),
  );
  expect(revealed).toMatch(/^pk_live_\w{20,}$/);
  expect(await code(page)).toContain(`public-key="${revealed}"`);

  await click(page, "button", "Edit domains and limits of Shop");
  await click(page, "button", "Add domain");
  await fill(page, "Domain 2", "*.example.com");
  await fill(page, "Conversions per day", "12");
  await inspect(page, "widget-edit-domains");
  await seesPassing(page, "“Shop” is saved.", () => click(page, "button", "Save"));
  await sees(page, "*.example.com");
  await sees(page, "0 of 12 conversions today");

  await click(page, "button", "Delete Shop");
  await sees(page, "Delete this public key?");
  await inspect(page, "widget-delete-dialog");
  await seesPassing(page, "“Shop” was deleted.", () => click(page, "button", "Delete key"));
  await seesNoMore(page, "shop.example.com");
  // The account's other key is now the only one, and is selected.
  expect(await code(page)).not.toContain(`public-key="${revealed}"`);
});

test("a key that another tab has deleted says so when it is saved, and leaves the list", {
  tags: ["nightly"],
}, async () => {
  const page = await widgetTab();
  await createKey(page, "Shop", "shop.example.com");
  const other = await page.browserContext().newPage();
  await other.goto(page.url());
  await click(other, "button", "Edit domains and limits of Shop");
  await fill(other, "Domain 1", "other.example.com");
  await click(page, "button", "Delete Shop");
  await seesPassing(page, "“Shop” was deleted.", () => click(page, "button", "Delete key"));

  await other.bringToFront();
  const gone = "This key does not exist. It may have been deleted.";
  await seesPassing(other, gone, () => click(other, "button", "Save"));
  await absent(other, "button", "Delete Shop");
});

test("an invalid domain is reported at its row, and the row keeps its input", {
  tags: ["nightly"],
}, async () => {
  const page = await widgetTab();
  await createKey(page, "Shop", "*.co.uk");
  await page.waitForSelector('input[name="domain-0"][aria-invalid="true"]');
  expect(await page.$eval('input[name="domain-0"]', (input) => input.value)).toBe("*.co.uk");
  await absent(page, "button", "Delete Shop");
});

test("the embed code follows the configuration", { tags: ["nightly"] }, async () => {
  const page = await widgetTab();
  await sees(page, "Embed Code");
  expect(await code(page)).toContain(`src="${baseUrl}/cdn/widget/bundle.js"`);
  await fill(page, "Top margin", "1cm");
  expect(await code(page)).toContain('pdf-margin-top="1cm"');
  await click(page, "radio", "Screenshot");
  expect(await code(page)).toContain('output-type="screenshot"');
  expect(await code(page)).not.toContain("pdf-");
  await fill(page, "Button text", "Save this page");
  expect(await code(page)).toContain('button-text="Save this page"');
  await previewed(page);
});

test("the owner checks a page, and sees what is missing", async () => {
  const page = await widgetTab();
  await fill(page, "Address of the page", `${baseUrl}/sample/`);
  await click(page, "button", "Check page");
  await sees(page, "The button does not work yet.");
  await sees(page, "The page has neither the button's script nor a <platen-button> tag.");
  await inspect(page, "widget-check");
});

test("the button in the preview runs a real job", { tags: ["nightly"] }, async () => {
  const page = await widgetTab();
  await previewed(page);
  const [created] = await Promise.all([
    page.waitForResponse(
      (response) => response.url().includes("/widget/") && response.request().method() === "POST",
    ),
    pressButton(page),
  ]);
  expect(created.status()).toBe(202);
  await click(page, "link", "Dashboard");
  await sees(page, "completed");
  await present(page, "button", `Delete the job of ${baseUrl}/widget`);
  await page.goto(`${baseUrl}/widget`);
  // One conversion, finished, none failed.
  await sees(page, `${baseUrl.replace("http://", "")}\t1\t1\t0`);
});
