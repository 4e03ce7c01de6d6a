import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../client/call.ts";

const REFRESH_MS = 30_000;

const overviewQuery = queryOptions({
  queryKey: ["admin", "overview"],
  queryFn: ({ signal }) => call("GET /admin/overview", { signal }),
  refetchInterval: REFRESH_MS,
});

function accountQuery(id: string) {
  return queryOptions({
    queryKey: ["admin", "account", id],
    queryFn: ({ signal }) => call("GET /admin/accounts/{id}", { id, signal }),
  });
}

export function useAdminOverview() {
  return useQuery(overviewQuery);
}

export function useAdminAccount(id: string) {
  return useQuery(accountQuery(id));
}

/** Signs the operator in with the secret, or out with null. */
export function useAdminSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (secret: string | null) =>
      secret === null ? call("DELETE /admin/session") : call("POST /admin/session", { body: { secret } }),
    onSuccess: () => client.resetQueries({ queryKey: ["admin"] }),
  });
}

/** What the operator does to an account. The server's response is the account after it. */
export type AdminAct =
  | { name: "refund"; credits: number; reason: string; key: string }
  | { name: "ban" | "unban"; reason: string };

export function useAdminAct(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (act: AdminAct) => {
      const { reason } = act;
      if (act.name === "refund") {
        const body = { credits: act.credits, reason, key: act.key };
        return call("POST /admin/accounts/{id}/refunds", { id, body });
      }
      return act.name === "ban"
        ? call("POST /admin/accounts/{id}/ban", { id, body: { reason } })
        : call("POST /admin/accounts/{id}/unban", { id, body: { reason } });
    },
    onSuccess: (account) => {
      client.setQueryData(accountQuery(id).queryKey, account);
      void client.invalidateQueries(overviewQuery);
    },
  });
}
