import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { SiteCheck } from "#contract/widget/site-check.ts";
import { SiteCheckCard } from "./site-check-card.tsx";
import { showCard } from "./test-card.tsx";

afterEach(() => vi.restoreAllMocks());

test("the findings of a check are shown with what to do, after an address was entered", async () => {
  const user = userEvent.setup();
  const found: SiteCheck = {
    url: "https://example.com/",
    works: false,
    findings: [
      { state: "ok", message: "The script comes from this service.", advice: null },
      { state: "problem", message: "The key does not exist.", advice: "Copy the embed code." },
    ],
  };
  const fetched = showCard(<SiteCheckCard />, [429, { error: "You have used the checks." }], [200, found]);
  await user.click(screen.getByRole("button", { name: "Check page" }));
  expect(screen.getByText("Enter the address of the page")).toBeTruthy();
  expect(fetched).not.toHaveBeenCalled();
  await user.type(screen.getByLabelText("Address of the page"), "https://example.com/");
  await user.click(screen.getByRole("button", { name: "Check page" }));
  expect(await screen.findByText("You have used the checks.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Check page" }));
  expect(await screen.findByText("The button does not work yet.")).toBeTruthy();
  expect(screen.getByText("The script comes from this service.")).toBeTruthy();
  expect(screen.getByText("Copy the embed code.")).toBeTruthy();
  expect(screen.queryByText("You have used the checks.")).toBeNull();
});
