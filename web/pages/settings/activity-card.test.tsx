import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { ActivityCard } from "./activity-card.tsx";

afterEach(() => vi.unstubAllGlobals());

const at = "2026-01-01T12:00:00.000Z";
const SIGN_IN = {
  id: "act_1",
  kind: "signed_in",
  detail: "password",
  user_agent: "Firefox/140 Windows",
  country: "NL",
  created_at: at,
};
const PLAN = {
  ...SIGN_IN,
  id: "act_2",
  kind: "plan_changed",
  detail: "pro",
  user_agent: null,
  country: null,
};

test("acts are listed with their device and country, a page at a time", async () => {
  vi.stubGlobal("fetch", async (url: string) =>
    Response.json(
      url.includes("cursor=next")
        ? { activities: [PLAN], nextCursor: null }
        : { activities: [SIGN_IN], nextCursor: "next" },
    ),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ActivityCard />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Show activity" }));
  await screen.findByText("Signed in with the password");
  expect(screen.getByText(/Jan 1, 2026.* · Firefox on Windows · Netherlands$/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  await screen.findByText("Plan changed to Pro");
  expect(screen.getByText(/Jan 1, 2026[^·]*$/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});
