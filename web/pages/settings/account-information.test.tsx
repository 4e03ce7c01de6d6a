import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { PROFILE } from "../../test-profile.ts";
import { AccountInformation } from "./account-information.tsx";

afterEach(() => vi.unstubAllGlobals());

function open(response: Response) {
  vi.stubGlobal("fetch", async () => response);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <AccountInformation profile={{ ...PROFILE, email_confirmed_at: null }} />
    </QueryClientProvider>,
  );
}

test("an address whose account has a key is verified, even if the profile is from before", async () => {
  const key = { key: "sk_live_any", created_at: PROFILE.created_at, last_used_at: null };
  open(Response.json({ api_key: key, old_key: null }));
  expect(await screen.findByText("Verified")).toBeTruthy();
  expect(screen.queryByText("Not verified")).toBeNull();
});

test("without a key, an address that is not confirmed is not verified", async () => {
  open(Response.json({ error: "Please verify your email", code: "email_unverified" }, { status: 403 }));
  expect(await screen.findByText("Not verified")).toBeTruthy();
});
