import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { PlanChange } from "#contract/account/billing.ts";
import { PLAN_CHANGED } from "#contract/account/billing.ts";
import type { Tier } from "#contract/plans.ts";
import { FeedbackBanner } from "../feedback/feedback-banner.tsx";
import { profileQuery } from "../queries/profile.ts";
import { PROFILE } from "../test-profile.ts";
import { Choose } from "./test-choose.tsx";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const CHANGE: PlanChange = {
  token: "shown",
  expires_at: "2026-01-15T00:10:00.000Z",
  tier: "pro",
  direction: "upgrade",
  resumes: false,
  due_cents: 800,
  credit_cents: 0,
  card: { brand: "visa", last4: "4242" },
  credits: { used: 120, now: 300, after: 650 },
  next: { date: "2026-02-01T12:00:00.000Z", price_cents: 2_500, credits: 1_000 },
};

/** Handles a request; the body is the parsed JSON of a POST. */
type Handler = (path: string, body: unknown) => Response | Promise<Response>;

/** Chooses Pro on this plan. From then on timers are fake. */
async function choose(tier: Tier, response: Handler) {
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit) =>
    response(url, body ? JSON.parse(String(body)) : null),
  );
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.setQueryData(profileQuery.queryKey, { ...PROFILE, tier });
  render(
    <QueryClientProvider client={client}>
      <Choose />
      <FeedbackBanner />
    </QueryClientProvider>,
  );
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole("button", { name: "Choose" }));
  await act(() => vi.advanceTimersByTimeAsync(10));
}

function press(name: string) {
  fireEvent.click(screen.getByRole("button", { name }));
  return act(() => vi.advanceTimersByTimeAsync(10));
}

/** Chooses Pro on Starter and confirms the figures. The server returns `response`. */
async function confirmWith(response: object) {
  const confirmed: unknown[] = [];
  await choose("starter", (path, body) => {
    if (path.includes("/preview")) return Response.json({ preview: CHANGE });
    confirmed.push(body);
    return Response.json(response);
  });
  await press("Change plan");
  expect(confirmed).toEqual([{ tier: "pro", preview: "shown" }]);
}

test("a plan change is shown with its figures before it is made", async () => {
  await choose("starter", (path) => {
    if (path.endsWith("/user/subscription/preview?tier=pro")) return Response.json({ preview: CHANGE });
    throw new Error(`${path} must not be called`);
  });
  const dialog = screen.getByRole("dialog", { name: "Change to the Pro plan?" }).textContent;
  for (const shown of [
    "Charged today$8.00 to Visa ending in 4242",
    "Credits this period300 → 650",
    "Used so far120",
    "From Feb 1, 2026$25/month, 1,000 credits",
  ])
    expect(dialog).toContain(shown);
  await press("Keep my plan");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a downgrade shows the credit on the next invoice", async () => {
  const change = { ...CHANGE, direction: "downgrade", due_cents: 0, credit_cents: 1_234 };
  await choose("starter", () => Response.json({ preview: change }));
  const dialog = screen.getByRole("dialog").textContent;
  expect(dialog).toContain("Credited to your next invoice$12.34");
  expect(dialog).toContain("The amount is not paid out if the subscription ends before the next invoice.");
});

test("a change that reverts a cancellation says so before it is made", async () => {
  await choose("starter", () => Response.json({ preview: { ...CHANGE, resumes: true } }));
  expect(screen.getByRole("dialog").textContent).toContain(
    "Your subscription is canceled. This change reverts the cancellation: it renews on Feb 1, 2026 for $25.",
  );
});

test("while the figures are not loaded, the plan cannot be changed", async () => {
  let responses = [new Promise<Response>(() => {})];
  await choose("starter", () => responses.shift() ?? new Response(null, { status: 502 }));
  expect(screen.getByRole("status", { name: "Loading…" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Change plan" })).toHaveProperty("disabled", true);
  await press("Keep my plan");
  await press("Choose");
  expect(screen.getByText("The figures could not be loaded.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Change plan" })).toHaveProperty("disabled", true);
  responses = [Promise.resolve(Response.json({ preview: CHANGE }))];
  await press("Try again");
  expect(screen.getByText("$8.00 to Visa ending in 4242")).toBeTruthy();
});

test("figures that are out of date are loaded and shown again", async () => {
  const figures = [CHANGE, { ...CHANGE, due_cents: 790, token: "new" }];
  const confirmed: unknown[] = [];
  await choose("starter", (path, body) => {
    if (path.includes("/preview")) return Response.json({ preview: figures.shift() });
    confirmed.push(body);
    return Response.json({ code: "preview_expired", error: "Out of date." }, { status: 409 });
  });
  await press("Change plan");
  expect(screen.getByText("Your usage or plan has changed. Check the new figures.")).toBeTruthy();
  expect(screen.getByText("$7.90 to Visa ending in 4242")).toBeTruthy();
  await press("Change plan");
  expect(confirmed).toEqual([
    { tier: "pro", preview: "shown" },
    { tier: "pro", preview: "new" },
  ]);
});

test("a paid plan without a subscription leads to the payment page", async () => {
  const leave = vi.spyOn(window.location, "assign").mockImplementation(() => {});
  await choose("starter", (path) =>
    path.includes("/preview")
      ? Response.json({ preview: null })
      : Response.json({ url: "https://checkout.example.com/session" }),
  );
  expect(leave).toHaveBeenCalledExactlyOnceWith("https://checkout.example.com/session");
});

test("after a plan change a message is shown, and the page reloads after 1.5 seconds", async () => {
  const message = PLAN_CHANGED.upgrade("pro", 1_600);
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => {});
  await confirmWith({ updated: true, message });
  await act(() => vi.advanceTimersByTimeAsync(1_400));
  expect(screen.getByText(message)).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(reload).toHaveBeenCalledOnce();
});

test("choosing the first paid plan opens the payment page", async () => {
  const leave = vi.spyOn(window.location, "assign").mockImplementation(() => {});
  await choose("free", () => Response.json({ url: "https://checkout.example.com/session" }));
  expect(leave).toHaveBeenCalledExactlyOnceWith("https://checkout.example.com/session");
});

test("when the card is declined, a message is shown before the invoice opens", async () => {
  const message = PLAN_CHANGED.unpaid("pro");
  const leave = vi.spyOn(window.location, "assign").mockImplementation(() => {});
  await confirmWith({ url: "https://invoice.example.com/pay", message });
  await act(() => vi.advanceTimersByTimeAsync(1_400));
  expect(screen.getByText(message)).toBeTruthy();
  expect(leave).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(leave).toHaveBeenCalledExactlyOnceWith("https://invoice.example.com/pay");
});
