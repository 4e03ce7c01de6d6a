import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Tier } from "#contract/plans.ts";
import { call } from "../client/call.ts";
import { profileQuery } from "./profile.ts";

const subscriptionQuery = queryOptions({
  queryKey: ["subscription"],
  queryFn: async ({ signal }) => (await call("GET /user/subscription", { signal })).subscription,
});

export function useSubscription() {
  return useQuery(subscriptionQuery);
}

/** Reloads the subscription and the profile, which both change with the plan. */
export function useReloadBilling(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await Promise.all([client.invalidateQueries(subscriptionQuery), client.invalidateQueries(profileQuery)]);
  }, [client]);
}

/** Figures of a change to this plan, read again each time; null when a payment page sells the plan. */
export function usePlanChange(tier: Tier | null) {
  return useQuery({
    queryKey: ["plan-change", tier],
    queryFn: async ({ signal }) =>
      (await call("GET /user/subscription/preview", { query: { tier: tier ?? "" }, signal })).preview,
    enabled: tier !== null,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

export function useCancelSubscription() {
  const reload = useReloadBilling();
  return useMutation({ mutationFn: () => call("POST /user/subscription/cancel"), onSettled: reload });
}

export function useResumeSubscription() {
  const reload = useReloadBilling();
  return useMutation({ mutationFn: () => call("POST /user/subscription/resume"), onSettled: reload });
}

export function useInvoices() {
  return useQuery({
    queryKey: ["invoices"],
    queryFn: ({ signal }) => call("GET /user/invoices", { signal }),
  });
}

/** Opens the billing portal of Stripe, for cards and invoices. */
export function useBillingPortal() {
  return useMutation({
    mutationFn: () => call("POST /user/billing-portal"),
    onSuccess: ({ url }) => window.location.assign(url),
  });
}
