import { useQuery } from "@tanstack/react-query";
import { call } from "../client/call.ts";

export function useHealthHistory() {
  return useQuery({
    queryKey: ["health-history"],
    queryFn: ({ signal }) => call("GET /health/history", { signal }),
  });
}
