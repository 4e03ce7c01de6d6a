import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { TwoStep } from "./two-step.tsx";

test.for([
  { opens: "Set up app", field: "Code that the app shows" },
  { opens: "Add passkey", field: "Name of the passkey" },
])("“$opens” focuses its form, and has the focus again after Cancel", async ({ opens, field }) => {
  const user = userEvent.setup();
  vi.stubGlobal("fetch", async () => Response.json({ secret: "ABCDEFGH", uri: "otpauth://totp/a" }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TwoStep state={{ totp_since: null, passkeys: [], recovery_codes_left: 0, factors: [] }} />
    </QueryClientProvider>,
  );
  expect(document.activeElement).toBe(document.body);
  await user.click(screen.getByRole("button", { name: opens }));
  expect(document.activeElement).toBe(await screen.findByLabelText(field));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: opens }));
});

test("each passkey of a device is offered a name of its own", async () => {
  const user = userEvent.setup();
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  vi.stubGlobal("navigator", Object.create(navigator, { userAgent: { value: userAgent } }));
  vi.stubGlobal("fetch", async () => Response.json({}));
  const passkeys = ["Firefox on Linux", "Firefox on Linux (2)"].map((name) => ({
    id: name,
    name,
    created_at: "2026-11-01T00:00:00.000Z",
    last_used_at: null,
  }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TwoStep state={{ totp_since: null, passkeys, recovery_codes_left: 10, factors: ["passkey"] }} />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole("button", { name: "Add passkey" }));
  expect(screen.getByLabelText("Name of the passkey")).toHaveProperty("value", "Firefox on Linux (3)");
});
