import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../client/call.ts";

const emailChangeQuery = queryOptions({
  queryKey: ["email-change"],
  queryFn: async ({ signal }) => (await call("GET /user/email-change", { signal })).email_change,
});

/** The change of the email address that waits for its confirmations, or null. */
export function useEmailChange() {
  return useQuery(emailChangeQuery);
}

export function useRequestEmailChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (email: string) => call("POST /auth/change-email", { body: { email } }),
    onSuccess: () => client.invalidateQueries(emailChangeQuery),
  });
}

export function useCancelEmailChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("DELETE /user/email-change"),
    onSettled: () => client.invalidateQueries(emailChangeQuery),
  });
}
