import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
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

export function useCancelSubscription() {
  const reload = useReloadBilling();
  return useMutation({ mutationFn: () => call("POST /user/subscription/cancel"), onSettled: reload });
}

export function useResumeSubscription() {
  const reload = useReloadBilling();
  return useMutation({ mutationFn: () => call("POST /user/subscription/resume"), onSettled: reload });
}

/** Opens the billing portal of Stripe, for cards and invoices. */
export function useBillingPortal() {
  return useMutation({
    mutationFn: () => call("POST /user/billing-portal"),
    onSuccess: ({ url }) => window.location.assign(url),
  });
}
