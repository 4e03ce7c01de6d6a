import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../client/call.ts";
import type { Calls } from "../client/calls.ts";

export const publicKeysQuery = queryOptions({
  queryKey: ["public-keys"],
  queryFn: async ({ signal }) => (await call("GET /public-keys", { signal })).public_keys,
});

export function usePublicKeys() {
  return useQuery(publicKeysQuery);
}

export function useCreatePublicKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Calls["POST /public-keys"]["body"]) => call("POST /public-keys", { body }),
    onSuccess: ({ public_key }) =>
      client.setQueryData(publicKeysQuery.queryKey, (keys) => [public_key, ...(keys ?? [])]),
  });
}

export function useUpdatePublicKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: Calls["PUT /public-keys/{id}"]["body"] & { id: string }) =>
      call("PUT /public-keys/{id}", { id, body }),
    onError: () => client.invalidateQueries(publicKeysQuery),
    onSuccess: ({ public_key }) =>
      client.setQueryData(publicKeysQuery.queryKey, (keys) =>
        keys?.map((key) => (key.id === public_key.id ? public_key : key)),
      ),
  });
}

export function useDeletePublicKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("DELETE /public-keys/{id}", { id }),
    onError: () => client.invalidateQueries(publicKeysQuery),
    onSuccess: (_response, id) =>
      client.setQueryData(publicKeysQuery.queryKey, (keys) => keys?.filter((key) => key.id !== id)),
  });
}

/** Conversions of a key's buttons by the domain of their page. */
export function domainUseQuery(id: string) {
  return queryOptions({
    queryKey: [...publicKeysQuery.queryKey, id, "domains"],
    queryFn: async ({ signal }) => (await call("GET /public-keys/{id}/domains", { id, signal })).domains,
  });
}
