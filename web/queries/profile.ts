import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../client/call.ts";
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

/** Shows the new overage setting at once, and reverts it if the server refuses. */
export function useOverageSwitch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (enabled: boolean) => call("PATCH /user/settings", { body: { overage_enabled: enabled } }),
    onMutate: async (enabled) => {
      await client.cancelQueries(profileQuery);
      const before = client.getQueryData(profileQuery.queryKey);
      if (before) client.setQueryData(profileQuery.queryKey, { ...before, overage_enabled: enabled });
      return { before };
    },
    onError: (_error, _enabled, context) => {
      if (context?.before) client.setQueryData(profileQuery.queryKey, context.before);
    },
    onSettled: () => client.invalidateQueries(profileQuery),
  });
}
