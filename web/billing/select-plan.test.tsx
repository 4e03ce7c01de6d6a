import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { PLAN_CHANGED } from "#contract/billing.ts";
import { FeedbackBanner } from "../feedback/feedback-banner.tsx";
import { profileQuery } from "../queries/profile.ts";
import { PROFILE } from "../test-profile.ts";
import { Choose } from "./test-choose.tsx";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Chooses Pro on an account with Starter. The server returns `response`. From then on timers are fake. */
function chooseWith(response: object) {
  vi.stubGlobal("fetch", async () => Response.json(response));
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(profileQuery.queryKey, PROFILE);
  render(
    <QueryClientProvider client={client}>
      <Choose />
      <FeedbackBanner />
    </QueryClientProvider>,
  );
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole("button", { name: "Choose" }));
}

test("after a plan change a message is shown, and the page reloads after 1.5 seconds", async () => {
  const message = PLAN_CHANGED.upgrade("pro", 1_600);
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => {});
  chooseWith({ updated: true, message });
  await act(() => vi.advanceTimersByTimeAsync(1_400));
  expect(screen.getByText(message)).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(reload).toHaveBeenCalledOnce();
});

test("choosing the first paid plan opens the payment page", async () => {
  const leave = vi.spyOn(window.location, "assign").mockImplementation(() => {});
  chooseWith({ url: "https://checkout.example.com/session" });
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(leave).toHaveBeenCalledExactlyOnceWith("https://checkout.example.com/session");
});

test("when the card is declined, a message is shown before the invoice opens", async () => {
  const message = PLAN_CHANGED.unpaid("pro");
  const leave = vi.spyOn(window.location, "assign").mockImplementation(() => {});
  chooseWith({ url: "https://invoice.example.com/pay", message });
  await act(() => vi.advanceTimersByTimeAsync(1_400));
  expect(screen.getByText(message)).toBeTruthy();
  expect(leave).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(leave).toHaveBeenCalledExactlyOnceWith("https://invoice.example.com/pay");
});
