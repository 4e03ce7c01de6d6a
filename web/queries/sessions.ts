import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../client/call.ts";

const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: async ({ signal }) => (await call("GET /user/sessions", { signal })).sessions,
});

export function useSessions() {
  return useQuery(sessionsQuery);
}

/** Ends the sign-in session with the id, or all other ones if the id is null. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      id === null ? call("DELETE /user/sessions") : call("DELETE /user/sessions/{id}", { id }),
    onSettled: () => client.invalidateQueries(sessionsQuery),
  });
}
