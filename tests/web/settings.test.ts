/** Settings: the API key, the password, the sign-in sessions and the overage. */
import type { Page } from "puppeteer-core";
import { expect, test } from "vitest";
import { openBrowser, seesPassing } from "../stage/browser.ts";
import { baseUrl, newAccount } from "../stage/service.ts";
import { tokenFor } from "./local-data.ts";
import { absent, arrive, click, fill, inspect, present, sees, seesNoMore } from "./visitor.ts";

const browser = await openBrowser();

function shownKey(page: Page): Promise<string> {
  return page.$eval("main code[data-shown]", (element) => element.textContent ?? "");
}

async function statusWith(apiKey: string): Promise<number> {
  const response = await fetch(`${baseUrl}/api/v1/jobs`, { headers: { "x-api-key": apiKey } });
  return response.status;
}

test("after a confirmation, the rotated key works at once and the old one does not", {
  tags: ["nightly"],
}, async () => {
  const account = await newAccount("starter");
  const { page } = await arrive(browser, "/settings", { token: await tokenFor(account) });
  await click(page, "button", "Reveal API key");
  expect(await shownKey(page)).toBe(account.apiKey);

  await click(page, "button", "Rotate API key");
  await sees(page, "The old key stops working immediately.");
  await inspect(page, "settings-rotate-dialog");
  await page.keyboard.press("Escape");
  await seesNoMore(page, "The old key stops working immediately.");
  expect(await statusWith(account.apiKey)).toBe(200);

  await click(page, "button", "Rotate API key");
  await seesPassing(page, "Your new API key is ready.", () => click(page, "button", "Rotate key"));
  const key = await shownKey(page);
  expect(key).toMatch(/^sk_live_/);
  expect(await statusWith(account.apiKey)).toBe(401);
  expect(await statusWith(key)).toBe(200);
});

test("a rotation can keep the old key for a day, and Settings ends it earlier", {
  tags: ["nightly"],
}, async () => {
  const account = await newAccount("starter");
  const { page } = await arrive(browser, "/settings", { token: await tokenFor(account) });
  await click(page, "button", "Rotate API key");
  await click(page, "checkbox", "Keep the old key working for 24 hours");
  await sees(page, "The old key stops working in 24 hours.");
  await inspect(page, "settings-rotate-keep");
  await seesPassing(page, "The old one works until", () => click(page, "button", "Rotate key"));
  await sees(page, "Your old key works until");
  await inspect(page, "settings-old-key");
  expect(await statusWith(account.apiKey)).toBe(200);

  await click(page, "button", "End now");
  await sees(page, "Requests with the old key fail from then on.");
  await click(page, "button", "End old key");
  await seesNoMore(page, "Your old key works until");
  expect(await statusWith(account.apiKey)).toBe(401);
});

test("an older sign-in has to confirm the password before the account is deleted", {
  tags: ["nightly"],
}, async () => {
  const account = await newAccount("free");
  const { page } = await arrive(browser, "/settings", { token: await tokenFor(account) });
  await fill(page, "Type DELETE to confirm", "DELETE");
  await click(page, "button", "Delete account");
  await sees(page, "Enter your password to delete your account.");
  await inspect(page, "settings-prove-it-is-you");
  await fill(page, "Your password", "not this one");
  await page.keyboard.press("Enter");
  await sees(page, "The current password is incorrect.");
  await fill(page, "Your password", account.password);
  await page.keyboard.press("Enter");
  await sees(page, "Your account is deleted");
});

test("changing the password ends the other sign-in sessions", { tags: ["nightly"] }, async () => {
  const account = await newAccount("free");
  const other = await tokenFor(account);
  const { page } = await arrive(browser, "/settings", { token: await tokenFor(account) });
  await present(page, "button", "End other sessions");
  await click(page, "button", "Change password");
  await fill(page, "Current password", "not this one");
  await fill(page, "New password", "a new long password");
  await fill(page, "Confirm new password", "a new long password");
  const change = () => click(page, "button", "Change password");
  await seesPassing(page, "The current password is incorrect.", change);
  await fill(page, "Current password", account.password);
  await seesPassing(page, "Your password has been changed.", change);
  const response = await fetch(`${baseUrl}/api/v1/user/profile`, {
    headers: { authorization: `Bearer ${other}` },
  });
  expect(response.status).toBe(401);
});

test("overage is switched on and off with a confirmation, and the Free plan has no such setting", async () => {
  const { page } = await arrive(browser, "/settings", { token: await tokenFor(await newAccount("starter")) });
  // Only tests have a paid plan without a subscription. The card above shrinks when it loads, so wait for that.
  await sees(page, "have no subscription");
  await click(page, "switch", "Overage");
  await sees(page, "charged at $0.05 per credit");
  await seesPassing(page, "Overage is on.", () => click(page, "button", "Enable overage"));
  await click(page, "switch", "Overage");
  await sees(page, "Disable overage?");
  await seesPassing(page, "Overage is off.", () => click(page, "button", "Disable overage"));

  const free = await arrive(browser, "/settings", { token: await tokenFor(await newAccount("free")) });
  await sees(free.page, "Compare plans");
  await absent(free.page, "switch", "Overage");
});
