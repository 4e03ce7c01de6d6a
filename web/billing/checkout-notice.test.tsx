import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CheckoutNotice } from "./checkout-notice.tsx";

beforeEach(() => {
  vi.useFakeTimers();
  window.history.replaceState(null, "", "/plans?checkout=canceled");
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CheckoutNotice />
    </QueryClientProvider>,
  );
});

afterEach(() => {
  vi.useRealTimers();
});

test("a canceled checkout clears the query and lists what the free plan misses", () => {
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

test("the notice stays for 15 seconds", () => {
  act(() => vi.advanceTimersByTime(14_999));
  expect(screen.queryByText("Checkout Canceled")).toBeTruthy();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.queryByText("Checkout Canceled")).toBeNull();
});

test("Try Again dismisses it and stays", () => {
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  expect(screen.queryByText("Checkout Canceled")).toBeNull();
  expect(window.location.pathname).toBe("/plans");
});

test("Maybe Later dismisses it and goes to the dashboard", () => {
  fireEvent.click(screen.getByRole("button", { name: "Maybe Later" }));
  expect(screen.queryByText("Checkout Canceled")).toBeNull();
  expect(window.location.pathname).toBe("/dashboard");
});
