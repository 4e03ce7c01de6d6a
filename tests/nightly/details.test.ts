/** Details that users notice: messages that fit what happened, ways onward, the focus, the place on the page. */
import type { Page } from "puppeteer-core";
import { expect, test } from "vitest";
import { openBrowser, seesPassing } from "../stage/browser.ts";
import { newAccount } from "../stage/service.ts";
import { addJobs, tokenFor } from "../web/local-data.ts";
import {
  arrive,
  click,
  fill,
  isAt,
  present,
  sees,
  seesNoMore,
  twoFrames,
  until,
  visibleText,
} from "../web/visitor.ts";

const browser = await openBrowser();

function focusedText(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent ?? "");
}

test("a new message takes the place of an old error", async () => {
  const { page } = await arrive(browser, "/auth");
  await click(page, "button", "Login");
  await sees(page, "Please enter email and password");
  await fill(page, "Email", "visitor@example.com");
  const sent = "Magic link sent! Check your email to login.";
  await seesPassing(page, sent, () => click(page, "button", "Send Magic Link"));
  expect(await visibleText(page)).not.toContain("Please enter");
});

test("an address with a made-up checkout session shows no payment", async () => {
  const { page } = await arrive(browser, "/plans?checkout=success&session_id=cs_test_made_up", {
    token: await tokenFor(await newAccount("free")),
  });
  await sees(page, "Payment not found");
  await isAt(page, "/settings");
  expect(await page.evaluate(() => window.location.search)).toBe("");
  expect(await visibleText(page)).not.toContain("Payment successful");
  await sees(page, "Free Plan");
});

test.for([
  { link: "verify", act: "Verify email", onward: "Go to sign-in", shows: "Send Magic Link" },
  { link: "magic", act: "Login", onward: "Go to sign-in", shows: "Send Magic Link" },
  { link: "reset", act: "Set password", onward: "Request a new link", shows: "Send Reset Link" },
])("a dead $link link leads onward", async ({ link, act, onward, shows }) => {
  const { page } = await arrive(browser, `/auth/${link}#token=not-a-token`);
  await present(page, "button", act);
  if (link === "reset") {
    await fill(page, "New password", "long enough");
    await fill(page, "Confirm password", "long enough");
  }
  await click(page, "button", act);
  await sees(page, "This link is no longer valid.");
  await click(page, "link", onward);
  await present(page, "button", shows);
});

test("a dead link leads a signed-in user to the dashboard", async () => {
  const { page } = await arrive(browser, "/auth/verify#token=not-a-token", {
    token: await tokenFor(await newAccount("free")),
  });
  await click(page, "button", "Verify email");
  await click(page, "link", "Go to dashboard");
  await sees(page, "Recent Jobs");
});

test("the price of an overage credit is written as in the price list", async () => {
  const { page } = await arrive(browser, "/plans");
  await sees(page, "$0.05 per credit");
  await sees(page, "$0.030 per credit");
  expect(await visibleText(page)).not.toContain("$0.050");
});

test("after “Create job” the focus stays on the button", async () => {
  const { page } = await arrive(browser, "/docs", { token: await tokenFor(await newAccount("starter")) });
  await present(page, "button", "Create job");
  await page.focus('#create-job button[type="submit"]');
  await page.keyboard.press("Enter");
  await sees(page, "202 Accepted");
  await until(async () => expect(await focusedText(page)).toBe("Create job"));
});

test("the focus stays in the window when the list of errors arrives above it", async () => {
  const { page } = await arrive(browser, "/docs", { token: await tokenFor(await newAccount("starter")) });
  await present(page, "button", "Create job");
  const isList = ({ url }: { url: string }) => url.includes("error-catalogue");
  const held = Promise.withResolvers<void>();
  const cdpSession = await page.createCDPSession();
  cdpSession.on("Fetch.requestPaused", async ({ requestId, request }) => {
    if (isList(request)) await held.promise;
    await cdpSession.send("Fetch.continueRequest", { requestId });
  });
  await cdpSession.send("Fetch.enable", { patterns: [{ urlPattern: "*.js" }] });
  await page.focus('footer a[href="/changelog"]');
  held.resolve();
  await sees(page, "Job errors");
  await twoFrames(page);
  const bottom = await page.$eval(":focus", (link) => link.getBoundingClientRect().bottom);
  expect(bottom).toBeGreaterThan(0);
  expect(bottom).toBeLessThanOrEqual(await page.evaluate(() => innerHeight));
});

test.for(["invalid_json", "credits_exhausted", "plan_required", "page_too_tall"])(
  "an address that names the error %s shows it",
  async (code) => {
    const { page } = await arrive(browser, `/docs#error-${code}`, {
      token: await tokenFor(await newAccount("starter")),
    });
    const place = await page.locator(`#error-${code}`).waitHandle();
    await page.waitForNetworkIdle();
    await twoFrames(page);
    const top = await place.evaluate((element) => element.getBoundingClientRect().top);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top).toBeLessThan(await page.evaluate(() => innerHeight));
  },
);

test("words are far enough apart", async () => {
  const { page } = await arrive(browser, "/auth");
  await present(page, "button", "Login");
  const spaces = await page.evaluate(async () => {
    await document.fonts.ready;
    return ["h1", "label", "button"].map((tag) => {
      const probe = document.createElement(tag);
      probe.style.cssText = "position: absolute; white-space: nowrap; padding: 0; border: 0; width: auto";
      document.body.append(probe);
      const widthOf = (text: string) => {
        probe.textContent = text;
        return probe.getBoundingClientRect().width;
      };
      const size = Number.parseFloat(getComputedStyle(probe).fontSize);
      return (widthOf("API Key") - widthOf("APIKey")) / size;
    });
  });
  // Typographers ask for a quarter of the font's size. "API Key" reads as one word at a fifth.
  for (const space of spaces) expect(space).toBeGreaterThan(0.24);
});

test("Back shows the list where the reader left it, and a link shows a page from its top", async () => {
  const account = await newAccount("pro");
  await addJobs(account, 60, `job_${account.email.slice(0, 12)}_`);
  const { page } = await arrive(browser, "/jobs", { token: await tokenFor(account) });
  const scrollY = () => page.evaluate(() => window.scrollY);
  await click(page, "link", "example.com/articles/40");
  await sees(page, "Run again");
  expect(await scrollY()).toBe(0);
  await page.goBack();
  await sees(page, "example.com/articles/40");
  await until(async () => expect(await scrollY()).toBeGreaterThan(1_000));
  await seesNoMore(page, "Run again");
});
