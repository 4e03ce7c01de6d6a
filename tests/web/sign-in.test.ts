/** Registering, signing in each way, signing out and deleting the account, in a browser and with the real mails. */
import type { Page } from "puppeteer-core";
import { expect, test } from "vitest";
import { createJob, finishedJob } from "../../dev/job-client.ts";
import { openBrowser, seesPassing } from "../stage/browser.ts";
import { baseUrl, logged, newAccount, pages } from "../stage/service.ts";
import { tokenFor } from "./local-data.ts";
import {
  absent,
  arrive,
  click,
  fill,
  inspect,
  isAt,
  present,
  sees,
  seesNoMore,
  twoFrames,
  typedIn,
  use,
} from "./visitor.ts";

const browser = await openBrowser();
const PASSWORD = "correct horse battery";

let count = 0;
function newEmail(): string {
  count += 1;
  return `visitor-${Date.now()}-${count}@example.com`;
}

async function mailedLink(email: string, page: "verify" | "magic" | "reset"): Promise<string> {
  const [, link] = await logged(new RegExp(`${email}[^\\n]*?(https?://\\S+/auth/${page}#token=[\\w-]+)`));
  return link ?? "";
}

async function register(page: Page, email: string): Promise<void> {
  await click(page, "tab", "Register");
  await fill(page, "Email", email);
  await fill(page, "Password", PASSWORD);
  await fill(page, "Confirm password", PASSWORD);
  const created = "Account created! Please check your email to verify your account before logging in.";
  await seesPassing(page, created, () => click(page, "button", "Create Account"));
}

test("a visitor registers, signs in, verifies the address and gets the API key", async () => {
  const email = newEmail();
  const { page } = await arrive(browser, "/auth");
  await register(page, email);

  await present(page, "button", "Login");
  expect(await typedIn(page, "Email")).toBe(email);
  await fill(page, "Password", PASSWORD);
  await page.keyboard.press("Enter");
  await sees(page, "Please verify your email");
  await isAt(page, "/dashboard");
  await sees(page, email);
  await sees(page, "Free Plan");
  await inspect(page, "dashboard-unverified");

  await click(page, "link", "Settings");
  await sees(page, "Please verify your email to access your API key");

  await page.goto(await mailedLink(email, "verify"));
  await inspect(page, "verify");
  await click(page, "button", "Verify email");
  await sees(page, "Your email is verified.");
  await click(page, "link", "Go to dashboard");
  await sees(page, "Recent Jobs");
  expect(await page.evaluate(() => document.body.innerText)).not.toContain("Please verify your email");
  await click(page, "link", "Settings");
  await click(page, "button", "Reveal API key");
  await sees(page, "sk_live_");
});

test("the link of the verification email signs in the browser that registered, with the tab that is still open", {
  tags: ["nightly"],
}, async () => {
  const email = newEmail();
  const { page } = await arrive(browser, "/");
  await click(page, "link", "Get started for free");
  await register(page, email);
  const other = await page.browserContext().newPage();
  await other.goto(await mailedLink(email, "verify"));
  await click(other, "button", "Verify email");
  await isAt(other, "/dashboard");
  await sees(other, email);
  await isAt(page, "/dashboard");
});

test("a verification mail can be sent again", { tags: ["nightly"] }, async () => {
  const email = newEmail();
  const { page } = await arrive(browser, "/auth");
  await register(page, email);
  await present(page, "button", "Login");
  await fill(page, "Password", PASSWORD);
  await click(page, "button", "Login");
  await seesPassing(page, "Verification email sent!", () => click(page, "button", "Resend email"));
});

test("a wrong password is refused, and the form keeps its input", async () => {
  const { email } = await newAccount("free");
  const { page } = await arrive(browser, "/auth");
  await fill(page, "Email", email);
  await fill(page, "Password", "not the password");
  await click(page, "button", "Login");
  await sees(page, "The email address or password is incorrect.");
  expect(await typedIn(page, "Email")).toBe(email);
});

test("a magic link signs in once", async () => {
  const { email } = await newAccount("free");
  const { page } = await arrive(browser, "/auth");
  await fill(page, "Email", email);
  const sent = "Magic link sent! Check your email to login.";
  await seesPassing(page, sent, () => click(page, "button", "Send Magic Link"));

  const link = await mailedLink(email, "magic");
  await page.goto(link);
  await inspect(page, "magic-link");
  await click(page, "button", "Login");
  await isAt(page, "/dashboard");
  await sees(page, email);

  const { page: again } = await arrive(browser, new URL(link).pathname + new URL(link).hash);
  await click(again, "button", "Login");
  await sees(again, "This link is no longer valid.");
});

test("a forgotten password can be reset by mail", { tags: ["nightly"] }, async () => {
  const { email } = await newAccount("free");
  const { page } = await arrive(browser, "/auth");
  await click(page, "button", "Forgot password?");
  await fill(page, "Email", email);
  await inspect(page, "forgot-password");
  await click(page, "button", "Send Reset Link");
  await sees(page, "we have sent it a link to set a new password");

  await page.goto(await mailedLink(email, "reset"));
  await fill(page, "New password", PASSWORD);
  await fill(page, "Confirm password", PASSWORD);
  await inspect(page, "reset-password");
  await click(page, "button", "Set password");
  await sees(page, "Your password has been changed.");
  await click(page, "link", "Go to sign-in");
  await fill(page, "Email", email);
  await fill(page, "Password", PASSWORD);
  await click(page, "button", "Login");
  await isAt(page, "/dashboard");
});

test("a mailed link without its token leads back to sign-in", { tags: ["nightly"] }, async () => {
  const { page } = await arrive(browser, "/auth/verify");
  await sees(page, "This link is no longer valid.");
  await click(page, "link", "Go to sign-in");
  await isAt(page, "/auth");
});

test("the address selects the tab, back and forward switch tabs, and the last tab is remembered", {
  tags: ["nightly"],
}, async () => {
  const account = await newAccount("starter");
  const { page } = await arrive(browser, "/auth");
  await fill(page, "Email", account.email);
  await fill(page, "Password", account.password);
  await click(page, "button", "Login");
  await isAt(page, "/dashboard");
  await click(page, "link", "Widget");
  await isAt(page, "/widget");
  await click(page, "link", "Settings");
  await isAt(page, "/settings");

  await page.goBack();
  await isAt(page, "/widget");
  await sees(page, "Public API Keys");
  await page.goForward();
  await sees(page, "Danger Zone");

  await page.goto(new URL("/", page.url()).href);
  await isAt(page, "/settings");
  await absent(page, "link", "Plans Upgrade");
});

test("signing out shows sign-in at /dashboard in every tab of the browser", {
  tags: ["nightly"],
}, async () => {
  const account = await newAccount("free");
  const { page } = await arrive(browser, "/auth");
  await fill(page, "Email", account.email);
  await fill(page, "Password", account.password);
  await click(page, "button", "Login");
  await present(page, "link", "Plans Upgrade");

  const other = await page.browserContext().newPage();
  await other.goto(page.url());
  await sees(other, "Recent Jobs");
  await click(other, "button", "Logout");
  await present(other, "button", "Send Magic Link");
  await isAt(other, "/dashboard");
  await page.bringToFront();
  await present(page, "button", "Send Magic Link");
});

/** Opens a mailed sign-in link in another tab, and signs in with it. */
async function signInElsewhere(page: Page, email: string): Promise<void> {
  await fetch(`${baseUrl}/api/v1/auth/magic-link`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email }),
  });
  const other = await page.browserContext().newPage();
  await other.goto(await mailedLink(email, "magic"));
  await click(other, "button", "Login");
  await isAt(other, "/dashboard");
}

test("signing in shows the dashboard in every tab of the browser, but a reload later stays on its page", {
  tags: ["nightly"],
}, async () => {
  const { email } = await newAccount("free");
  const { page } = await arrive(browser, "/docs");
  await present(page, "link", "Back to landing");
  await signInElsewhere(page, email);
  await isAt(page, "/dashboard");
  await sees(page, "Recent Jobs");

  await page.goto(`${baseUrl}/settings`);
  await sees(page, "Danger Zone");
  await isAt(page, "/settings");
});

test("when another account signs in in a second tab, no data of the first account stays visible", {
  tags: ["nightly"],
}, async () => {
  const [first, second] = [await newAccount("starter"), await newAccount("free")];
  const { jobId } = await createJob(first, { url: `${pages}/status/404` });
  // The job ends first, because the end of a job reloads the data of the page by itself.
  await finishedJob(first, jobId);
  const { page } = await arrive(browser, "/dashboard", { token: await tokenFor(first) });
  await sees(page, "/status/404");
  await signInElsewhere(page, second.email);
  await sees(page, second.email);
  await sees(page, "No jobs yet");
  const text = await page.evaluate(() => document.body.innerText);
  expect(text).toContain("Free Plan");
  expect(text).not.toContain("/status/404");
});

test("when the same account signs in in a second tab, the first tab keeps its input", {
  tags: ["nightly"],
}, async () => {
  const account = await newAccount("starter");
  const { page } = await arrive(browser, "/dashboard", { token: await tokenFor(account) });
  await fill(page, "Page address", "https://example.com/half-typed");
  const seen = page.waitForResponse((response) => response.url().endsWith("/user/profile"));
  await signInElsewhere(page, account.email);
  await seen;
  // A browser with windows paints no tab in the background.
  await page.bringToFront();
  await twoFrames(page);
  expect(await typedIn(page, "Page address")).toBe("https://example.com/half-typed");
});

test("an account is deleted by typing DELETE, and its password no longer signs in", {
  tags: ["nightly"],
}, async () => {
  const account = await newAccount("free");
  const { page } = await arrive(browser, "/auth");
  await fill(page, "Email", account.email);
  await fill(page, "Password", account.password);
  await click(page, "button", "Login");
  await isAt(page, "/dashboard");
  await click(page, "link", "Settings");
  await fill(page, "Type DELETE to confirm", "delete");
  await sees(page, "Please type DELETE to confirm account deletion");
  expect(
    await use(page, "button", "Delete account", (control) =>
      control.map((button) => button instanceof HTMLButtonElement && button.disabled).wait(),
    ),
  ).toBe(true);
  await fill(page, "Type DELETE to confirm", "DELETE");
  await seesNoMore(page, "Please type DELETE");
  await click(page, "button", "Delete account");
  await sees(page, "Your account is deleted");
  await isAt(page, "/auth/deleted");
  await click(page, "link", "Sign In");

  await fill(page, "Email", account.email);
  await fill(page, "Password", account.password);
  await click(page, "button", "Login");
  await sees(page, "The email address or password is incorrect.");
});
