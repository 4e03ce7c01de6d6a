import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { PLAN_CHANGED } from "#contract/billing.ts";
import { FeedbackBanner } from "../feedback/feedback-banner.tsx";
import { profileQuery } from "../queries/profile.ts";
import { PROFILE } from "../test-profile.ts";
import { useSelectPlan } from "./select-plan.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Choose() {
  const { select } = useSelectPlan();
  return (
    <button type="button" onClick={() => select("pro")}>
      Choose
    </button>
  );
}

test("a plan that was changed in place is told, and the page loaded again after a second and a half", async () => {
  const message = PLAN_CHANGED.upgrade("pro", 1_600);
  vi.stubGlobal("fetch", async () => Response.json({ updated: true, message }));
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => {});
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
  await act(() => vi.advanceTimersByTimeAsync(1_400));
  expect(screen.getByText(message)).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(reload).toHaveBeenCalledOnce();
});
