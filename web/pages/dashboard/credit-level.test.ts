import { expect, test } from "vitest";
import { PLANS } from "#contract/plans.ts";
import { creditLevel, creditWarning } from "./credit-level.ts";

function credits(credits_used: number, overage_enabled = false, overage_millis = 0) {
  return {
    tier: "starter" as const,
    credits_used,
    monthly_credits: 100,
    overage_enabled,
    overage_millis,
    spending_cap_cents: 900,
  };
}

test("the level changes at 75% and 90%, and above the limit", () => {
  expect([0, 74, 75, 89, 90, 100, 101].map((used) => creditLevel(credits(used)))).toEqual([
    "normal",
    "normal",
    "warning",
    "warning",
    "critical",
    "critical",
    "over",
  ]);
});

test("each level has its warning", () => {
  expect(creditWarning(credits(74))).toBeNull();
  expect(creditWarning(credits(75))).toBe("You have used most of your monthly credits.");
  expect(creditWarning(credits(90))).toBe("You are running low on credits. Consider upgrading your plan.");
  expect(creditWarning(credits(101))).toBe(
    "You have exceeded your monthly credit limit. Enable overage in Settings to continue using credits.",
  );
});

test("the warning about an exceeded limit is shown as soon as no credit is left", () => {
  expect(creditWarning(credits(100))).toMatch(/^You have exceeded/);
});

test("with overage on there is no warning above the limit", () => {
  expect(creditWarning(credits(140, true))).toBeNull();
});

test("with overage on there is a warning once the spending cap leaves no room for another credit", () => {
  const price = PLANS.starter.overageMillis;
  expect(creditWarning(credits(280, true, 9_000 - price))).toBeNull();
  expect(creditWarning(credits(280, true, 9_000))).toMatch(/^Your overage has reached the spending cap/);
});
