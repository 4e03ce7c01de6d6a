import { expect, test, vi } from "vitest";
import { PLAN_CHANGED, PlanChangeResponse } from "#contract/account/billing.ts";
import { LIMITS } from "#contract/limits.ts";
import { PLANS } from "#contract/plans.ts";
import { type Buyer, newBuyer } from "./test-buyer.ts";

async function preview(buyer: Buyer, tier: string) {
  const { status, body } = await buyer.call("GET", `/subscription/preview?tier=${tier}`);
  expect(status).toBe(200);
  const { preview: shown } = PlanChangeResponse.parse(body);
  if (!shown) throw new Error("no preview");
  return shown;
}

test("the preview of an upgrade shows what is charged today, the credits and the next period", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  await buyer.use(120);
  await buyer.toShareLeft(0.5);
  const { end } = await buyer.period();
  expect(await preview(buyer, "pro")).toMatchObject({
    tier: "pro",
    direction: "upgrade",
    due_cents: 800,
    credit_cents: 0,
    card: { brand: "visa", last4: "4242" },
    credits: { used: 120, now: 300, after: 650 },
    next: {
      date: new Date(end * 1000).toISOString(),
      price_cents: PLANS.pro.priceCents,
      credits: PLANS.pro.creditsPerMonth,
    },
  });
});

test("the preview of a downgrade shows what the next invoice is credited", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("pro");
  await buyer.use(650);
  expect(await preview(buyer, "starter")).toMatchObject({
    direction: "downgrade",
    due_cents: 0,
    credit_cents: 800,
    credits: { used: 650, now: 1_000, after: 650 },
    next: { price_cents: PLANS.starter.priceCents },
  });
});

test("a preview changes neither the plan nor the credits", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("pro");
  await preview(buyer, "starter");
  expect(await buyer.account()).toMatchObject({ tier: "pro", monthlyCredits: 1_000 });
  expect(await buyer.invoices()).toHaveLength(1);
});

test("what was shown is what is charged, although time has passed", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  await buyer.toShareLeft(0.5);
  const shown = await preview(buyer, "pro");
  await buyer.toShareLeft(0.4);
  expect(await buyer.choose("pro", shown.token)).toMatchObject({
    status: 200,
    body: { updated: true, message: PLAN_CHANGED.upgrade("pro", shown.due_cents) },
  });
  expect((await buyer.invoices())[0]?.amount_paid).toBe(shown.due_cents);
  expect(await buyer.account()).toMatchObject({ tier: "pro", monthlyCredits: shown.credits.after });
});

test("the second click on the same confirmation changes nothing", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  const { token } = await preview(buyer, "pro");
  expect(await buyer.choose("pro", token)).toMatchObject({ status: 200 });
  expect(await buyer.choose("pro", token)).toMatchObject({ status: 409, body: { code: "same_plan" } });
  expect(await buyer.invoices()).toHaveLength(2);
});

test("a preview can be confirmed for a limited time", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  const { token } = await preview(buyer, "pro");
  const later = Date.now() + LIMITS.planPreviewSeconds * 1000 + 1_000;
  vi.useFakeTimers({ now: later, toFake: ["Date"] });
  const { status, body } = await buyer.choose("pro", token).finally(() => vi.useRealTimers());
  expect({ status, body }).toMatchObject({ status: 409, body: { code: "preview_expired" } });
  expect(await buyer.account()).toMatchObject({ tier: "starter" });
});

test("credits that are used after the preview of a downgrade are not refunded", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("pro");
  const { token } = await preview(buyer, "starter");
  await buyer.use(301);
  const outdated = { status: 409, body: { code: "preview_expired" } };
  expect(await buyer.choose("starter", token)).toMatchObject(outdated);
  expect(await buyer.account()).toMatchObject({ tier: "pro", monthlyCredits: 1_000 });
});

test("a preview counts for its account and its plan only", async () => {
  const [buyer, other] = [await newBuyer(), await newBuyer()];
  await buyer.subscribe("starter");
  await other.subscribe("starter");
  const { token } = await preview(other, "pro");
  for (const wrong of [token, `${token}a`, "none"])
    expect(await buyer.choose("pro", wrong)).toMatchObject({ body: { code: "preview_expired" } });
  expect(await buyer.account()).toMatchObject({ tier: "starter" });
});

test("without a subscription there is nothing to preview", async () => {
  const buyer = await newBuyer();
  expect(await buyer.call("GET", "/subscription/preview?tier=pro")).toEqual({
    status: 200,
    body: { preview: null },
  });
});

test.each([
  ["starter", "same_plan"],
  ["free", "cannot_downgrade_to_free"],
])("a preview of %s on Starter is refused with %s", async (tier, code) => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  const { status, body } = await buyer.call("GET", `/subscription/preview?tier=${tier}`);
  expect({ status, body }).toMatchObject({ status: 409, body: { code } });
});
