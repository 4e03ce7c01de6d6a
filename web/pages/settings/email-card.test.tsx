import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { FeedbackBanner } from "../../feedback/feedback-banner.tsx";
import { PROFILE } from "../../test-profile.ts";
import { EmailCard } from "./email-card.tsx";

afterEach(() => vi.unstubAllGlobals());

test("a change is requested, shown with the mailboxes that have to confirm it, and canceled", async () => {
  let pending: unknown = null;
  vi.stubGlobal("fetch", async (url: string, { method, body }: RequestInit) => {
    if (method === "POST") {
      const { email } = JSON.parse(String(body));
      const expires_at = "2026-01-02T12:00:00.000Z";
      pending = { email, old_confirmed: false, new_confirmed: true, expires_at };
      return Response.json({ message: "We have sent an email to both." });
    }
    if (method === "DELETE") {
      pending = null;
      return new Response(null, { status: 204 });
    }
    return Response.json(url.endsWith("/user/profile") ? { profile: PROFILE } : { email_change: pending });
  });
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <EmailCard profile={PROFILE} />
      <FeedbackBanner />
    </QueryClientProvider>,
  );
  const opener = () => screen.getByRole("button", { name: "Change email" });
  expect(document.activeElement).not.toBe(opener());
  await user.click(opener());
  expect(document.activeElement).toBe(screen.getByLabelText("New email address"));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(document.activeElement).toBe(opener());
  await user.click(opener());
  await user.type(screen.getByLabelText("New email address"), "new@example.com");
  await user.click(screen.getByRole("button", { name: "Send confirmation emails" }));
  await screen.findByText("We have sent an email to both.");
  await screen.findByText(/Changes to new@example.com after a confirmation in the old mailbox/);
  await user.click(screen.getByRole("button", { name: "Cancel change" }));
  await screen.findByText("Your email address stays as it is.");
  await waitFor(() => expect(screen.queryByText(/Changes to/)).toBeNull());
});
