/** A customer in a browser, on our pages and those of the local Stripe. */
import type { Browser, Page } from "puppeteer-core";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { newAccount } from "../stage/service.ts";
import { click } from "./visitor.ts";

const CheckoutSession = z.object({ customer: z.string() });
const WAIT_MS = 60_000;

/** Signs in a new account on the Free plan, in its own browser context. */
export async function newSubscriber(browser: Browser) {
  const account = await newAccount("free");
  const context = await browser.createBrowserContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  await page.goto(`${account.baseUrl}/auth`);
  await page.locator('input[name="email"]').fill(account.email);
  await page.locator('input[name="password"]').fill(account.password);
  await click(page, "button", "Login");
  await see(page, "Credit Usage");
  let stripe = { origin: "", customer: "" };

  /** Chooses a plan that leads to the payment page. */
  async function toPayment(button: string): Promise<void> {
    await go("/plans");
    await click(page, "button", button);
    await see(page, "Payment");
    const { origin, pathname } = new URL(page.url());
    const response = await fetch(`${origin}/v1/checkout/sessions/${pathname.split("/").at(-1)}`, {
      headers: { authorization: "Bearer sk_test_tests", "stripe-version": "2026-10-28.endive" },
    });
    stripe = { origin, ...CheckoutSession.parse(await response.json()) };
  }

  async function go(path: string): Promise<void> {
    await page.goto(`${account.baseUrl}${path}`);
  }

  return {
    account,
    page,
    go,
    toPayment,
    press: (button: string) => click(page, "button", button),
    see: (text: string) => see(page, text),
    async payWith(card: string): Promise<void> {
      await page.select('select[name="card"]', card);
      await click(page, "button", "Pay");
    },
    async subscribe(button: string, card = "works"): Promise<void> {
      await toPayment(button);
      await this.payWith(card);
      await see(page, "Payment successful! Your subscription is being activated...");
      await see(page, "Subscription Management");
    },
    /** Calls a test control of the local Stripe, such as `clock`. Stripe itself has no such call. */
    async control(path: string, body: Record<string, unknown>): Promise<void> {
      const response = await fetch(`${stripe.origin}/_dev/${path}`, {
        method: "POST",
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(await response.text());
    },
    advance(days: number): Promise<void> {
      return this.control("clock", { advanceDays: days, customer: stripe.customer });
    },
    /** Reloads the page until it shows the text, because webhooks arrive later than the page. */
    async eventually(path: string, text: string): Promise<void> {
      for (let left = WAIT_MS / 1_000; left > 0; left -= 1) {
        await go(path);
        const found = await page.waitForSelector(`::-p-text(${text})`, { timeout: 1_000 }).catch(() => null);
        if (found) return;
      }
      throw new Error(`${path} never showed ${text}`);
    },
  };
}

async function see(page: Page, text: string): Promise<void> {
  await page.waitForSelector(`::-p-text(${text})`);
}
