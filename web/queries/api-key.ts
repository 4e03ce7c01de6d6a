import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../client/call.ts";

export const apiKeyQuery = queryOptions({
  queryKey: ["api-key"],
  queryFn: async ({ signal }) => (await call("GET /user/api-key", { signal })).api_key,
});

/** Fails with status 403 until the email address is verified. */
export function useApiKey() {
  return useQuery(apiKeyQuery);
}

export function useRotateApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("POST /user/api-key/rotate"),
    onSuccess: (response) => client.setQueryData(apiKeyQuery.queryKey, response.api_key),
  });
}
