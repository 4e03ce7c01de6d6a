import { useInfiniteQuery } from "@tanstack/react-query";
import { call } from "../client/call.ts";

const PAGE_ENTRIES = 5;

/** The activity of the account, newest first, a page at a time. */
export function useActivity() {
  return useInfiniteQuery({
    queryKey: ["activity"],
    queryFn: ({ pageParam, signal }) =>
      call("GET /user/activity", {
        query: { limit: String(PAGE_ENTRIES), ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
  });
}
