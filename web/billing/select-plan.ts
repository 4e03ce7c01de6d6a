import { useMutation } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { ERRORS } from "#contract/errors.ts";
import type { Tier } from "#contract/plans.ts";
import { call } from "../client/call.ts";
import { hasCode, sentenceOf } from "../client/failure.ts";
import { show } from "../feedback/feedback.ts";
import { useProfile } from "../queries/profile.ts";
import { useReloadBilling } from "../queries/subscription.ts";
import { DELAY_MS } from "../ui/times.ts";

/**
 * Chooses a plan. The first paid plan opens the payment page. A change between paid plans reloads the page, or opens
 * the invoice if the card is declined. A subscription that the page did not know of is loaded and shown in Settings.
 */
export function useSelectPlan() {
  const { data: profile } = useProfile();
  const reload = useReloadBilling();
  const [, navigate] = useLocation();

  const checkout = useMutation({
    mutationFn: (tier: Tier) => call("POST /user/checkout", { body: { tier } }),
    onSuccess: ({ url, updated, message }) => {
      if (url && message) {
        show("warning", message);
        setTimeout(() => window.location.assign(url), DELAY_MS.reloadAfterPlanChange);
        return;
      }
      if (url) return window.location.assign(url);
      if (!updated) return show("error", "Checkout session created but no URL returned");
      show("success", message ?? "Your plan has been changed.");
      setTimeout(() => window.location.reload(), DELAY_MS.reloadAfterPlanChange);
    },
    onError: async (error) => {
      show("error", sentenceOf(error, "Failed to initiate checkout"));
      if (!hasCode(error, "subscription_exists")) return;
      await reload();
      navigate("/settings");
    },
  });

  function select(tier: Tier) {
    if (!profile) return show("error", "Failed to select plan");
    if (tier === profile.tier) return show("error", ERRORS.same_plan.message);
    if (tier === "free") return show("error", ERRORS.cannot_downgrade_to_free.message);
    checkout.mutate(tier);
  }

  return { select, tierUnderWay: checkout.isPending ? checkout.variables : null };
}
