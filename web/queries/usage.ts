import { useQuery } from "@tanstack/react-query";
import type { Usage } from "#contract/job/usage.ts";
import { call } from "../client/call.ts";

export type UsageDay = Usage["days"][number];

export const USAGE_KEY = ["usage"];

/** Usage of the last `days` days. */
export function useUsage(days: number) {
  return useQuery({
    queryKey: [...USAGE_KEY, days],
    queryFn: ({ signal }) => call("GET /user/usage", { query: { days: String(days) }, signal }),
  });
}
