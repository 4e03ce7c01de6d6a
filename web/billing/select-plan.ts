import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import type { Tier } from "#contract/plans.ts";
import { SHOWN_ERRORS } from "#contract/shown-errors.ts";
import { call } from "../client/call.ts";
import { hasCode, sentenceOf } from "../client/failure.ts";
import { show } from "../feedback/feedback.ts";
import { useProfile } from "../queries/profile.ts";
import { usePlanChange, useReloadBilling } from "../queries/subscription.ts";
import { DELAY_MS } from "../ui/times.ts";

export type PlanSelection = ReturnType<typeof useSelectPlan>;

/**
 * Chooses a plan. The first paid plan opens the payment page. A change between paid plans shows its figures, and after
 * they are confirmed reloads the page, or opens the invoice if the card is declined. A subscription that the page did
 * not know of is loaded and shown in Settings.
 */
export function useSelectPlan() {
  const { data: profile } = useProfile();
  const reload = useReloadBilling();
  const [, navigate] = useLocation();
  const [asked, setAsked] = useState<Tier | null>(null);
  const figures = usePlanChange(asked);

  const { mutate, isPending, variables, error, reset } = useMutation({
    mutationFn: (choice: { tier: Tier; preview?: string }) => call("POST /user/checkout", { body: choice }),
    onSuccess: ({ url, updated, message }) => {
      setAsked(null);
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
    onError: async (failure) => {
      if (hasCode(failure, "preview_expired")) return void (await figures.refetch());
      setAsked(null);
      show("error", sentenceOf(failure, "Failed to initiate checkout"));
      if (!hasCode(failure, "subscription_exists")) return;
      await reload();
      navigate("/settings");
    },
  });

  // An account on a paid plan without a subscription buys the plan on the payment page.
  const isSold = asked !== null && figures.data === null;
  useEffect(() => {
    if (!isSold) return;
    setAsked(null);
    mutate({ tier: asked });
  }, [isSold, asked, mutate]);

  function select(tier: Tier) {
    if (!profile) return show("error", "Failed to select plan");
    if (tier === profile.tier) return show("error", SHOWN_ERRORS.same_plan.message);
    if (tier === "free") return show("error", SHOWN_ERRORS.cannot_downgrade_to_free.message);
    if (profile.tier === "free") return mutate({ tier });
    reset();
    setAsked(tier);
  }

  return {
    select,
    tierUnderWay: isPending ? variables.tier : null,
    /** The plan whose figures are shown. */
    asked,
    figures,
    isOutdated: hasCode(error, "preview_expired"),
    isChanging: isPending,
    confirm() {
      if (asked && figures.data) mutate({ tier: asked, preview: figures.data.token });
    },
    keep: () => setAsked(null),
  };
}
