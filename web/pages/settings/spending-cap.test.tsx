import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PROFILE } from "../../test-profile.ts";
import { SpendingCap } from "./spending-cap.tsx";

let user: ReturnType<typeof userEvent.setup>;
let sent: unknown[];

beforeEach(() => {
  user = userEvent.setup();
  sent = [];
  vi.stubGlobal("fetch", async (_url: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)));
    return Response.json({ profile: PROFILE });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SpendingCap profile={{ ...PROFILE, overage_millis: 7_200 }} />
    </QueryClientProvider>,
  );
});

afterEach(() => vi.unstubAllGlobals());

async function save(text: string) {
  const field = screen.getByLabelText("Spending cap per period (US dollars)");
  await user.clear(field);
  await user.type(field, text);
  await user.click(screen.getByRole("button", { name: "Save" }));
}

test("the spending of the period is shown with the cap", () => {
  const meter = screen.getByRole("progressbar", { name: "Overage spending" });
  expect(meter.getAttribute("aria-valuetext")).toBe("$7.20 of $9 spent");
  expect(meter.getAttribute("data-level")).toBe("warning");
});

test.each([
  ["12", 1200],
  ["$12.5", 1250],
  ["0", 0],
])("the cap is set to %s dollars", async (text, spending_cap_cents) => {
  await save(text);
  await waitFor(() => expect(sent).toEqual([{ spending_cap_cents }]));
});

test.each(["", "-1", "500.01", "1,5"])("“%s” is not a cap, and nothing is sent", async (text) => {
  const field = screen.getByLabelText("Spending cap per period (US dollars)");
  await user.clear(field);
  if (text) await user.type(field, text);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(screen.getByText("Please enter an amount from $0 to $500")).toBeTruthy();
  expect(sent).toEqual([]);
});
