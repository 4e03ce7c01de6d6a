import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { PROFILE } from "../../test-profile.ts";
import { AccountNotices } from "./account-notices.tsx";

test.for([
  { tier: "starter", sentence: "Your plan stays active for now. Update your payment method to keep it." },
  {
    tier: "free",
    sentence: "Your account has moved to the Free plan. Update your payment method to pay the open invoice.",
  },
] as const)("after a failed payment the notice says what $tier means", ({ tier, sentence }) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AccountNotices profile={{ ...PROFILE, tier, payment_failed_at: PROFILE.created_at }} />
    </QueryClientProvider>,
  );
  expect(screen.getByText("Your last payment failed")).toBeTruthy();
  expect(screen.getByText(sentence)).toBeTruthy();
});
