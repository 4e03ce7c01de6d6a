import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Tier } from "#contract/plans.ts";
import { profileQuery } from "../../queries/profile.ts";
import { PROFILE } from "../../test-profile.ts";
import { Plans } from "./plans.tsx";
import { SignedInPlans } from "./signed-in-plans.tsx";

afterEach(() => vi.unstubAllGlobals());

function linesOf(plan: string): (string | null)[] {
  const card = screen.getByRole("region", { name: plan });
  return within(card)
    .getAllByRole("listitem")
    .map((line) => line.textContent);
}

test("the page shows the limits of three plans and the overage prices", () => {
  render(<Plans />);
  expect(screen.getByRole("region", { name: "Free" }).textContent).toContain("$0/month");
  expect(linesOf("Free")).toEqual([
    "50 credits per month",
    "1 page per PDF",
    "5 requests per minute",
    "1 concurrent job",
    "Queue priority 1/10",
    "Watermark on PDFs",
    "No overage",
  ]);
  expect(screen.getByRole("region", { name: "Starter" }).textContent).toContain("$9/month");
  expect(linesOf("Starter")).toEqual([
    "300 credits per month",
    "3 pages per PDF",
    "10 requests per minute",
    "3 concurrent jobs",
    "Queue priority 5/10",
    "No watermark on PDFs",
    "Overage available",
  ]);
  expect(screen.getByRole("region", { name: "Pro" }).textContent).toContain("$25/month");
  expect(linesOf("Pro")).toEqual([
    "1,000 credits per month",
    "5 pages per PDF",
    "15 requests per minute",
    "7 concurrent jobs",
    "Queue priority 10/10",
    "No watermark on PDFs",
    "Overage available",
  ]);
  expect(linesOf("Not included in the Free plan")).toEqual([
    "Up to 1,000 credits per month",
    "No watermarks on PDFs",
    "Higher rate limits and concurrent jobs",
    "Priority support and faster processing",
  ]);
  const overage = screen.getByRole("region", { name: "Overage Pricing" }).textContent;
  expect(overage).toContain("Starter$0.05 per credit");
  expect(overage).toContain("Pro$0.030 per credit");
  expect(overage).toContain("Billed monthly at the end of each month.");
});

test.for<[Tier, string[], string | null]>([
  ["free", ["Current plan", "Upgrade to Starter", "Upgrade to Pro"], null],
  [
    "starter",
    ["Downgrade to Free", "Current plan", "Upgrade to Pro"],
    "You pay only the prorated difference for the rest of the billing period.",
  ],
  [
    "pro",
    ["Downgrade to Free", "Downgrade to Starter", "Current plan"],
    "You receive a prorated credit for the rest of the billing period.",
  ],
])("on %s each plan says what moving to it means", ([tier, labels, note]) => {
  vi.stubGlobal("fetch", async () => Response.json({ subscription: null }));
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(profileQuery.queryKey, { ...PROFILE, tier });
  render(
    <QueryClientProvider client={client}>
      <SignedInPlans />
    </QueryClientProvider>,
  );
  expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual(labels);
  if (note) expect(screen.getByText(note)).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Not included in the Free plan" }) !== null).toBe(
    tier === "free",
  );
  const howToMove = screen.queryByText(
    "To move to Free, cancel your subscription in Settings. You keep your plan until the billing period ends.",
  );
  expect(howToMove === null).toBe(tier === "free");
});

test("after a cancellation the Free plan says when it begins, and leads to Settings", async () => {
  vi.stubGlobal("fetch", async () =>
    Response.json({
      subscription: {
        tier: "pro",
        status: "active",
        current_period_end: "2026-12-01T00:00:00.000Z",
        cancel_at_period_end: true,
      },
    }),
  );
  const client = new QueryClient();
  client.setQueryData(profileQuery.queryKey, { ...PROFILE, tier: "pro" });
  render(
    <QueryClientProvider client={client}>
      <SignedInPlans />
    </QueryClientProvider>,
  );
  const resume = await screen.findByRole("link", { name: "Resume in Settings" });
  expect(resume.getAttribute("href")).toBe("/settings");
  expect(screen.getByText(/Your account moves to this plan on /)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Downgrade to Free" })).toBeNull();
});

test("a subscription that could not be loaded is said, because the cards then cannot show its end", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ error: "not_found", message: "No." }, { status: 404 }));
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.setQueryData(profileQuery.queryKey, { ...PROFILE, tier: "pro" });
  render(
    <QueryClientProvider client={client}>
      <SignedInPlans />
    </QueryClientProvider>,
  );
  expect((await screen.findByRole("alert")).textContent).toContain("Your subscription could not be loaded.");
  expect(screen.getByRole("button", { name: "Current plan" })).toBeDefined();
});
