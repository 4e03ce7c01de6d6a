/** Buying, changing and canceling plans in a browser, on our pages and those of the local Stripe. */
import { expect, test } from "vitest";
import { PLAN_CHANGED } from "#contract/account/billing.ts";
import { PLANS } from "#contract/plans.ts";
import { openLocalD1 } from "../../dev/data/local-d1.ts";
import { createJob, finishedJob } from "../../dev/job-client.ts";
import { openBrowser, seesPassing } from "../stage/browser.ts";
import { pages } from "../stage/service.ts";
import { newSubscriber } from "./subscriber.ts";
import { absent, click, inspect, isAt, switchTheme, until } from "./visitor.ts";

const browser = await openBrowser();

test("after the payment, Settings shows the paid plan and the query is gone from the address", {
  tags: ["nightly"],
}, async () => {
  const me = await newSubscriber(browser);
  await me.subscribe("Upgrade to Starter");
  await me.see("Starter Plan");
  await me.see("Active");
  await me.see("Renews");
  expect(new URL(me.page.url())).toMatchObject({ pathname: "/settings", search: "" });
  await inspect(me.page, "settings-checkout-success");
});

test("a plan is active although its webhook is late", { tags: ["nightly"] }, async () => {
  const me = await newSubscriber(browser);
  await me.toPayment("Upgrade to Pro");
  await me.control("events/hold", {});
  await me.payWith("works");
  await me.see("Pro Plan");
  await me.control("events/release", {});
  await me.eventually("/settings", "Pro Plan");
});

test("a declined card can be replaced, and leaving the payment page lists the missed benefits", {
  tags: ["nightly"],
}, async () => {
  const me = await newSubscriber(browser);
  await me.toPayment("Upgrade to Pro");
  await me.press("Pay with a card that is declined");
  await me.see("Your card was declined.");
  await me.page.locator("a::-p-text(Cancel and go back)").click();
  await me.see("Checkout Canceled");
  await me.see("No watermarks on PDFs");
  await me.see("Free Plan");
  await isAt(me.page, "/plans");
  await inspect(me.page, "plans-checkout-canceled");
  await me.press("Maybe Later");
  await isAt(me.page, "/dashboard");
  await me.see("Credit Usage");
});

test("an upgrade and a downgrade happen without leaving the site", async () => {
  const me = await newSubscriber(browser);
  await me.subscribe("Upgrade to Starter");
  await me.go("/plans");
  const upgraded = PLAN_CHANGED.upgrade("pro", PLANS.pro.priceCents - PLANS.starter.priceCents);
  await me.press("Upgrade to Pro");
  await me.see("Charged today");
  for (const [width, theme] of [
    [360, "dark"],
    [390, "light"],
    [1_280, "dark"],
    [1_280, "light"],
  ] as const) {
    await me.page.setViewport({ width, height: 800 });
    await switchTheme(me.page, theme);
    await inspect(me.page, `plans-change-${width}-${theme}`);
  }
  await me.page.keyboard.press("Escape");
  await absent(me.page, "button", "Change plan");
  await me.press("Upgrade to Pro");
  await seesPassing(me.page, upgraded, () => me.press("Change plan"));
  await me.see("Pro Plan");
  await me.eventually("/settings", `0 of ${PLANS.pro.creditsPerMonth.toLocaleString("en-US")} credits used`);
  await me.see("Pro, $25/month");
  await me.go("/plans");
  await me.press("Downgrade to Starter");
  await me.see("Credited to your next invoice");
  await seesPassing(me.page, PLAN_CHANGED.downgrade("starter"), () => me.press("Change plan"));
  await me.see("Starter Plan");
  await me.eventually("/settings", `0 of ${PLANS.starter.creditsPerMonth} credits used`);
});

test("after a declined upgrade the plan changes only when its invoice is paid", {
  tags: ["nightly"],
}, async () => {
  const me = await newSubscriber(browser);
  await me.subscribe("Upgrade to Starter", "later");
  await me.go("/plans");
  await me.press("Upgrade to Pro");
  await me.press("Change plan");
  await me.see("Status: open");
  const invoice = me.page.url();
  await me.go("/settings");
  await me.see("Starter Plan");
  await me.page.goto(invoice);
  await me.payWith("works");
  await me.see("Status: paid");
  await me.eventually("/settings", "Pro Plan");
});

test("a canceled plan can be resumed, or ends with its billing period", { tags: ["nightly"] }, async () => {
  const me = await newSubscriber(browser);
  await me.subscribe("Upgrade to Starter");
  await me.press("Cancel subscription");
  await me.see("After that, your account moves to the Free plan");
  await me.page.locator("dialog[open] button::-p-text(Cancel subscription)").click();
  await me.see("Your subscription is canceled. You keep the Starter plan until");
  await me.see("Access until");
  await absent(me.page, "button", "Cancel subscription");
  const focused = () => me.page.evaluate(() => document.activeElement?.textContent);
  await until(async () => expect(await focused()).toBe("Resume subscription"));
  const resume = () => me.press("Resume subscription");
  await seesPassing(me.page, "Your subscription stays active.", resume);
  await me.see("Renews");
  await me.press("Cancel subscription");
  await me.page.locator("dialog[open] button::-p-text(Cancel subscription)").click();
  await me.see("Access until");
  await me.advance(20);
  await me.go("/settings");
  await me.see("Starter Plan");
  await me.advance(12);
  await me.eventually("/settings", "Free Plan");
  await me.see("have no subscription");
});

test("the dashboard shows a failed renewal until another card pays it in the portal", {
  tags: ["nightly"],
}, async () => {
  const me = await newSubscriber(browser);
  await me.subscribe("Upgrade to Starter", "later");
  await me.advance(32);
  await me.eventually("/dashboard", "Your last payment failed");
  await me.see("Starter Plan");
  await me.press("Update payment method");
  await me.see("Subscription: past_due");
  await me.page.select('select[name="card"]', "works");
  await me.press("Use this card");
  await me.see("Subscription: active");
  await me.page.locator("a::-p-text(Back)").click();
  await me.see("Subscription Management");
  await me.eventually("/settings", "Active");
  await me.go("/dashboard");
  await me.see("Credit Usage");
  expect(await me.page.$("::-p-text(Your last payment failed)")).toBeNull();
});

test("overage is shown, reported to Stripe and billed with the next invoice", {
  tags: ["nightly"],
}, async () => {
  const me = await newSubscriber(browser);
  await me.subscribe("Upgrade to Starter");
  const d1 = await openLocalD1();
  const used = PLANS.starter.creditsPerMonth;
  await d1.batch([
    {
      sql: `insert into ledger (account_id, kind, reference, amount, created_at)
        select id, 'debit', 'earlier', ? - credits_used, 0 from accounts where email = ?`,
      params: [used, me.account.email],
    },
    { sql: "update accounts set credits_used = ? where email = ?", params: [used, me.account.email] },
  ]);
  await d1.close();
  await me.go("/settings");
  await click(me.page, "switch", "Overage");
  await seesPassing(me.page, "Overage is on.", () => me.press("Enable overage"));
  for (let count = 0; count < 2; count += 1) {
    const { jobId } = await createJob(me.account, { url: `${pages}/article.html` });
    expect((await finishedJob(me.account, jobId)).error).toBeNull();
  }
  await me.eventually("/dashboard", "2 credits, $0.10");
  await me.advance(32);
  await me.go("/settings");
  await me.press("Manage billing");
  await me.see("$9.10: paid");
});
