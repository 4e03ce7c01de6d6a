import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Profile } from "#contract/account/profile.ts";
import { profileQuery } from "../../queries/profile.ts";
import { PROFILE } from "../../test-profile.ts";
import { CreditUsage } from "./credit-usage.tsx";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

/** Shows the card on the 11th day of a period of 31 days. */
function showCard(profile: Partial<Profile>, now = "2026-01-11T00:00:00.000Z") {
  vi.setSystemTime(now);
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(profileQuery.queryKey, { ...PROFILE, ...profile });
  render(
    <QueryClientProvider client={client}>
      <CreditUsage />
    </QueryClientProvider>,
  );
}

function forecast(): string | null | undefined {
  return screen.getByText("Forecast").nextElementSibling?.textContent;
}

test("the forecast continues the average of the period's days, and says so", () => {
  showCard({ credits_used: 50 });
  expect(forecast()).toBe("145 credits left");
  expect(screen.getByText(/continues this period’s average of 5\.0 credits a day/)).toBeTruthy();
});

test.each([
  ["the day on which the credits are used up", { credits_used: 200 }, "Used up on Jan 16, 2026"],
  ["no credits once they are used up", { credits_used: 300 }, "0 credits left"],
  ["the cost of overage", { credits_used: 100, overage_enabled: true }, "$0.50 of overage"],
  [
    "no more overage than the spending cap",
    { credits_used: 310, overage_enabled: true, overage_millis: 500 },
    "$9.00 of overage",
  ],
])("the forecast shows %s", (_, profile, text) => {
  showCard(profile);
  expect(forecast()).toBe(text);
});

test("in the first day of a period there is no forecast", () => {
  showCard({ credits_used: 9 }, "2026-01-01T23:00:00.000Z");
  expect(forecast()).toBe("Ready after one day");
});

test("on Free without credits, the notice offers an upgrade", () => {
  showCard({ tier: "free", credits_used: 50, monthly_credits: 50 });
  expect(
    screen.getByText(
      "You have exceeded your monthly credit limit. Enable overage in Settings to continue using credits.",
    ),
  ).toBeTruthy();
  expect(screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Upgrade", "/plans"],
  ]);
});

test.each([
  ["starter", false, ["Open Settings", "See plans"]],
  ["starter", true, ["Open Settings"]],
  ["pro", false, ["Open Settings"]],
] as const)("on %s without credits, overage %s, the notice offers %s", (tier, overage_enabled, links) => {
  showCard({ tier, overage_enabled, credits_used: 300, overage_millis: 9_000 });
  expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(links);
});
