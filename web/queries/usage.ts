import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "../client/call.ts";

export const USAGE_KEY = ["usage"];

/** Days of usage on the dashboard. Its parts send the same query, so that it is loaded once. */
export const RECENT_DAYS = 30;
export const RECENT_USAGE = { days: String(RECENT_DAYS) };

/** Usage of the days and jobs that the query of `GET /user/usage` selects. */
export function useUsage(query: Record<string, string>) {
  return useQuery({
    queryKey: [...USAGE_KEY, query],
    queryFn: ({ signal }) => call("GET /user/usage", { query, signal }),
    placeholderData: keepPreviousData,
  });
}
