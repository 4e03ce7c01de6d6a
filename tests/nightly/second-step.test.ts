/** Two-step sign-in in a real browser: a passkey in Chromium's own authenticator, and an authenticator app. */
import { Secret, TOTP } from "otpauth";
import type { Page } from "puppeteer-core";
import { expect, test } from "vitest";
import { openBrowser, seesPassing } from "../stage/browser.ts";
import { baseUrl, newAccount } from "../stage/service.ts";
import { tokenFor } from "../web/local-data.ts";
import { arrive, click, fill, inspect, isAt, present, sees } from "../web/visitor.ts";

const browser = await openBrowser();

/** A platform authenticator, such as a fingerprint reader, that confirms each request by itself. */
async function addAuthenticator(page: Page): Promise<void> {
  const cdp = await page.createCDPSession();
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function passFirstStep(page: Page, { email, password }: { email: string; password: string }) {
  await fill(page, "Email", email);
  await fill(page, "Password", password);
  await click(page, "button", "Login");
  await sees(page, "Two-step sign-in");
}

test("a passkey is added after the password, signs in again, and confirms a sensitive act", async () => {
  const account = await newAccount("free");
  const { page, complaints } = await arrive(browser, "/settings", { token: await tokenFor(account) });
  await addAuthenticator(page);
  await click(page, "button", "Add passkey");
  await fill(page, "Name of the passkey", "My laptop");
  await click(page, "button", "Create passkey");
  // The session was not signed in a moment ago.
  await fill(page, "Your password", account.password);
  await click(page, "button", "Confirm");
  await sees(page, "Your recovery codes");
  await sees(page, "Not used yet.");
  await inspect(page, "two-step-codes");
  await click(page, "button", "I have saved them");

  await click(page, "button", "Logout");
  await passFirstStep(page, account);
  await inspect(page, "second-step-passkey");
  await click(page, "button", "Use passkey");
  await isAt(page, "/dashboard");
  await sees(page, account.email);

  await page.evaluate((token) => localStorage.setItem("platen.session", token), await tokenFor(account));
  await page.goto(`${baseUrl}/settings`);
  await sees(page, "10 of 10 left");
  await click(page, "button", "Make new codes");
  await sees(page, "Your old recovery codes stop working immediately.");
  // Outside of the open dialog nothing can be clicked, so this is the dialog's button.
  await click(page, "button", "Make new codes");
  await fill(page, "Your password", account.password);
  await click(page, "button", "Confirm");
  await sees(page, "Confirm your second step");
  await inspect(page, "confirm-second-step");
  await click(page, "button", "Confirm");
  await sees(page, "Your recovery codes");
  // The two refusals that ask for a proof, and the one that asks for the second step.
  expect(complaints.filter((text) => !text.includes("403"))).toEqual([]);
});

test("an authenticator app is set up by its QR code, and its code or a recovery code signs in", async () => {
  const account = await newAccount("free");
  const { page } = await arrive(browser, "/settings", {
    token: await tokenFor(account),
    width: 390,
    theme: "dark",
  });
  await click(page, "button", "Set up app");
  await fill(page, "Your password", account.password);
  await click(page, "button", "Confirm");
  await page.waitForSelector('svg[aria-label="QR code with the secret"] path');
  await inspect(page, "two-step-setup");
  const shown = await page.$eval("form code", ({ textContent }) => textContent);
  const totp = new TOTP({ secret: Secret.fromBase32((shown ?? "").replaceAll(" ", "")) });
  await fill(page, "Code that the app shows", totp.generate());
  await click(page, "button", "Confirm code");
  await sees(page, "Your recovery codes");
  const recoveryCode = await page.$$eval("li", (items) =>
    items.map(({ textContent }) => textContent ?? "").find((text) => /^(\w{4}-){3}\w{4}$/.test(text)),
  );

  await click(page, "button", "Logout");
  await passFirstStep(page, account);
  await fill(page, "Code of your authenticator app", "12345");
  await click(page, "button", "Verify");
  await sees(page, "Please enter the 6 digits of the code");
  await inspect(page, "second-step-code");
  // The set-up has used the present code. The service accepts the next one too.
  await fill(page, "Code of your authenticator app", totp.generate({ timestamp: Date.now() + 30_000 }));
  await seesPassing(page, "Login successful! Loading dashboard...", () => click(page, "button", "Verify"));
  await isAt(page, "/dashboard");

  await click(page, "button", "Logout");
  await passFirstStep(page, account);
  await click(page, "button", "Use a recovery code");
  await fill(page, "Recovery code", recoveryCode ?? "");
  await click(page, "button", "Verify");
  await isAt(page, "/dashboard");
  await click(page, "link", "Settings");
  await sees(page, "9 of 10 left");
  await present(page, "button", "Remove the authenticator app");
});
