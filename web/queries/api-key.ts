import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../client/call.ts";

export const apiKeyQuery = queryOptions({
  queryKey: ["api-key"],
  queryFn: ({ signal }) => call("GET /user/api-key", { signal }),
});

/** Fails with status 403 until the email address is verified. */
export function useApiKey() {
  return useQuery(apiKeyQuery);
}

export function useRotateApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body?: { keep_old: boolean }) => call("POST /user/api-key/rotate", { body }),
    onSuccess: (response) => client.setQueryData(apiKeyQuery.queryKey, response),
  });
}

/** Ends the key before the last rotation, which that rotation has kept. */
export function useEndOldKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("DELETE /user/api-key/old"),
    onSettled: () => client.invalidateQueries(apiKeyQuery),
  });
}
