import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../client/call.ts";
import type { Calls } from "../client/calls.ts";
import { DELAY_MS } from "../ui/times.ts";

/** A failed load is only logged, and retried once after two seconds (spec §8). */
export const profileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: async ({ signal }) => {
    try {
      return (await call("GET /user/profile", { signal })).profile;
    } catch (error) {
      if (!signal.aborted) console.error("The user data could not be loaded.", error);
      throw error;
    }
  },
  retry: 1,
  retryDelay: DELAY_MS.userDataRetry,
});

export function useProfile() {
  return useQuery(profileQuery);
}

/** Shows the new settings at once, and reverts them if the server refuses. */
export function useSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Calls["PATCH /user/settings"]["body"]) => call("PATCH /user/settings", { body }),
    onMutate: async (change) => {
      await client.cancelQueries(profileQuery);
      const before = client.getQueryData(profileQuery.queryKey);
      if (before) client.setQueryData(profileQuery.queryKey, { ...before, ...change });
      return { before };
    },
    onError: (_error, _change, context) => {
      if (context?.before) client.setQueryData(profileQuery.queryKey, context.before);
    },
    onSettled: () => client.invalidateQueries(profileQuery),
  });
}

/** Sends the verification email again. */
export function useResendVerification() {
  return useMutation({ mutationFn: () => call("POST /auth/resend-verification") });
}
