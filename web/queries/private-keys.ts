import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../client/call.ts";
import type { Calls } from "../client/calls.ts";

/** All API keys of the account, the default key among them. */
const privateKeysQuery = queryOptions({
  queryKey: ["api-keys"],
  queryFn: async ({ signal }) => (await call("GET /user/api-keys", { signal })).api_keys,
});

export function usePrivateKeys() {
  return useQuery(privateKeysQuery);
}

export function useCreatePrivateKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Calls["POST /user/api-keys"]["body"]) => call("POST /user/api-keys", { body }),
    onSuccess: ({ api_key }) =>
      client.setQueryData(privateKeysQuery.queryKey, (keys) => [api_key, ...(keys ?? [])]),
  });
}

export function useUpdatePrivateKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: Calls["PATCH /user/api-keys/{id}"]["body"] & { id: string }) =>
      call("PATCH /user/api-keys/{id}", { id, body }),
    onError: () => client.invalidateQueries(privateKeysQuery),
    onSuccess: ({ api_key }) =>
      client.setQueryData(privateKeysQuery.queryKey, (keys) =>
        keys?.map((key) => (key.id === api_key.id ? api_key : key)),
      ),
  });
}

export function useDeletePrivateKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("DELETE /user/api-keys/{id}", { id }),
    onError: () => client.invalidateQueries(privateKeysQuery),
    onSuccess: (_response, id) =>
      client.setQueryData(privateKeysQuery.queryKey, (keys) => keys?.filter((key) => key.id !== id)),
  });
}
