import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { JobRequestInput } from "#contract/job/request.ts";
import { isFinal } from "#contract/job/state.ts";
import type { JobList, JobView } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { call } from "../client/call.ts";
import { profileQuery } from "./profile.ts";
import { USAGE_KEY } from "./usage.ts";

const RECENT_JOBS = 10;
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

/** One job, polled twice per second until it ends, then for new links. */
export function useJob(jobId: string | null) {
  return useQuery({
    queryKey: ["job", jobId],
    enabled: jobId !== null,
    queryFn: ({ signal }) => call("GET /jobs/{id}", { id: jobId ?? "", signal }),
    refetchInterval: (query) => {
      const job: JobView | undefined = query.state.data;
      return job && isFinal(job.status) ? NEW_LINKS_MS : POLL_MS / 2;
    },
  });
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

export function useDeleteJob() {
  const reload = useReloadAfterJob();
  return useMutation({
    mutationFn: (id: string) => call("DELETE /jobs/{id}", { id }),
    onSettled: reload,
  });
}
