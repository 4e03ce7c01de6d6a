import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { PROFILE } from "../../test-profile.ts";
import { PasswordCard } from "./password-card.tsx";

test("the form gets the focus, and its button has it again when it closes", async () => {
  const user = userEvent.setup();
  render(<PasswordCard profile={PROFILE} />);
  expect(document.activeElement).toBe(document.body);
  await user.click(screen.getByRole("button", { name: "Change password" }));
  expect(document.activeElement).toBe(screen.getByLabelText("Current password"));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Change password" }));
});
