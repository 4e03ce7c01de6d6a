import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback } from "react";
import type { JobRequestInput } from "#contract/job/request.ts";
import { isFinal } from "#contract/job/state.ts";
import type { JobList, JobView } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { call } from "../client/call.ts";
import { CallFailure } from "../client/failure.ts";
import { profileQuery } from "./profile.ts";
import { USAGE_KEY } from "./usage.ts";

const RECENT_JOBS = 10;
const PAGE_JOBS = 50;
const POLL_MS = 1_000;
/** Reads jobs again before their links expire. */
const NEW_LINKS_MS = (LIMITS.pageLinkSeconds * 1_000) / 2;

function anyRunning(list: JobList | undefined): boolean {
  return list?.jobs.some((job) => !isFinal(job.status)) ?? false;
}

/** Polls every second while a job runs and the tab is visible. Otherwise reloads for new links, on focus and after changes. */
const recentJobsQuery = queryOptions({
  queryKey: ["jobs"],
  queryFn: ({ signal }) => call("GET /jobs", { query: { limit: String(RECENT_JOBS) }, signal }),
  refetchInterval: (query) => (anyRunning(query.state.data) ? POLL_MS : NEW_LINKS_MS),
  refetchOnWindowFocus: "always",
});

export function useRecentJobs() {
  return useQuery(recentJobsQuery);
}

/** Filters of the list as `GET /jobs` takes them. */
export type JobQuery = Record<string, string>;

/** All jobs that the filters find, a page at a time. Polls less often the more pages are loaded. */
export function useJobPages(filters: JobQuery) {
  return useInfiniteQuery({
    queryKey: [...recentJobsQuery.queryKey, "pages", filters],
    queryFn: ({ pageParam, signal }) =>
      call("GET /jobs", {
        query: { ...filters, limit: String(PAGE_JOBS), ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const pages = state.data?.pages ?? [];
      return pages.some(anyRunning) ? POLL_MS * pages.length : NEW_LINKS_MS;
    },
    refetchOnWindowFocus: "always",
  });
}

/** How many jobs the filters find. Read once, and again after changes. */
export function useJobTotal(filters: JobQuery, enabled: boolean): number | undefined {
  const { data } = useQuery({
    queryKey: [...recentJobsQuery.queryKey, "total", filters],
    enabled,
    queryFn: ({ signal }) => call("GET /jobs", { query: { ...filters, limit: "1", total: "true" }, signal }),
  });
  return data?.total;
}

/** One job, polled twice per second until it ends, then for new links. A job that could not be read waits for a retry. */
export function useJob(jobId: string | null) {
  return useQuery({
    queryKey: ["job", jobId],
    enabled: jobId !== null,
    queryFn: ({ signal }) => call("GET /jobs/{id}", { id: jobId ?? "", signal }),
    refetchInterval: (query) => {
      const job: JobView | undefined = query.state.data;
      const { error } = query.state;
      // Without data, each read would show the page as loading again.
      if (error && (!job || isGone(error))) return false;
      return job && isFinal(job.status) ? NEW_LINKS_MS : POLL_MS / 2;
    },
  });
}

/** Whether the job does not exist, or not any more. */
export function isGone(error: unknown): boolean {
  return error instanceof CallFailure && error.status === 404;
}

/** Reloads the jobs, the credits and the usage history, which change when a job begins or ends. */
export function useReloadAfterJob(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await Promise.all([
      client.invalidateQueries(recentJobsQuery),
      client.invalidateQueries(profileQuery),
      client.invalidateQueries({ queryKey: USAGE_KEY }),
    ]);
  }, [client]);
}

export function useCreateJob() {
  const reload = useReloadAfterJob();
  return useMutation({
    mutationFn: (body: JobRequestInput) => call("POST /jobs", { body }),
    onSuccess: reload,
  });
}

export function useCancelJob() {
  const reload = useReloadAfterJob();
  return useMutation({
    mutationFn: (id: string) => call("DELETE /jobs/{id}", { id }),
    onSettled: reload,
  });
}
