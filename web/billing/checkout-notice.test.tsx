import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useProfile } from "../queries/profile.ts";
import { CheckoutNotice } from "./checkout-notice.tsx";

const profileCall = vi.fn(() => new Response(null, { status: 500 }));
const confirmed: unknown[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockImplementation(() => {});
  profileCall.mockClear();
  confirmed.length = 0;
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit = {}) => {
    if (url.endsWith("/user/profile")) return profileCall();
    confirmed.push(JSON.parse(String(body)));
    return Response.json({ subscription: null });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Loads the profile, as the header does. */
function ProfileLoader() {
  useProfile();
  return null;
}

function returnTo(address: string) {
  window.history.replaceState(null, "", address);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CheckoutNotice />
      <ProfileLoader />
    </QueryClientProvider>,
  );
}

const SUCCESS = "Payment successful! Your subscription is being activated...";

test("a successful checkout leads to Settings, clears the query and confirms the payment", async () => {
  returnTo("/plans?checkout=success&session_id=cs_1");
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByText(SUCCESS)).toBeTruthy();
  expect(window.location.pathname + window.location.search).toBe("/settings");
  expect(confirmed).toEqual([{ session_id: "cs_1" }]);
});

test("the success notice stays for 10 seconds", async () => {
  returnTo("/plans?checkout=success&session_id=cs_1");
  await act(() => vi.advanceTimersByTimeAsync(0));
  act(() => vi.advanceTimersByTime(9_999));
  expect(screen.queryByText(SUCCESS)).toBeTruthy();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.queryByText(SUCCESS)).toBeNull();
});

test("a failed load of the profile is only logged, and retried once after two seconds", async () => {
  returnTo("/plans?checkout=success&session_id=cs_1");
  await act(() => vi.advanceTimersByTimeAsync(0));
  const calls = profileCall.mock.calls.length;
  await act(() => vi.advanceTimersByTimeAsync(1_900));
  expect(profileCall).toHaveBeenCalledTimes(calls);
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(profileCall).toHaveBeenCalledTimes(calls + 1);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(profileCall).toHaveBeenCalledTimes(calls + 1);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a success without a checkout session shows no notice", () => {
  returnTo("/plans?checkout=success");
  expect(screen.queryByText(SUCCESS)).toBeNull();
});

test("a payment that cannot be confirmed yet counts as successful", async () => {
  vi.stubGlobal("fetch", async () => new Response(null, { status: 503 }));
  returnTo("/plans?checkout=success&session_id=cs_1");
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByText(SUCCESS)).toBeTruthy();
});

test("a checkout session that does not exist shows that nothing was paid", async () => {
  vi.stubGlobal("fetch", async () =>
    Response.json({ error: "Not found", code: "not_found" }, { status: 404 }),
  );
  returnTo("/plans?checkout=success&session_id=cs_false");
  expect(screen.queryByText(SUCCESS)).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.queryByText(SUCCESS)).toBeNull();
  expect(screen.getByRole("alert").textContent).toContain("This account has no such payment");
});

test("a canceled checkout clears the query and lists the benefits of paid plans", () => {
  returnTo("/plans?checkout=canceled");
  expect(window.location.pathname + window.location.search).toBe("/plans");
  expect(screen.getByText("Checkout Canceled")).toBeTruthy();
  expect(screen.getByText(/still on the Free plan/)).toBeTruthy();
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "Up to 1,000 credits per month",
    "No watermarks on PDFs",
    "Higher rate limits and concurrent jobs",
    "Priority support and faster processing",
  ]);
});

test("the canceled notice stays for 15 seconds", () => {
  returnTo("/plans?checkout=canceled");
  act(() => vi.advanceTimersByTime(14_999));
  expect(screen.queryByText("Checkout Canceled")).toBeTruthy();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.queryByText("Checkout Canceled")).toBeNull();
});

test("Try Again dismisses the notice and stays on the page", () => {
  returnTo("/plans?checkout=canceled");
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  expect(screen.queryByText("Checkout Canceled")).toBeNull();
  expect(window.location.pathname).toBe("/plans");
});

test("Maybe Later dismisses the notice and goes to the dashboard", () => {
  returnTo("/plans?checkout=canceled");
  fireEvent.click(screen.getByRole("button", { name: "Maybe Later" }));
  expect(screen.queryByText("Checkout Canceled")).toBeNull();
  expect(window.location.pathname).toBe("/dashboard");
});
