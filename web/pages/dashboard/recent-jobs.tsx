import { useEffect, useRef } from "react";
import { isFinal } from "#contract/job/state.ts";
import { useRecentJobs, useReloadAfterJob } from "../../queries/jobs.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { JobRow } from "./job-row.tsx";

/** The newest jobs. The list updates itself while one of them runs. */
export function RecentJobs() {
  const { data, isError, refetch, dataUpdatedAt } = useRecentJobs();
  const reload = useReloadAfterJob();
  const running = data?.jobs.filter((job) => !isFinal(job.status)).length ?? 0;
  const runningBefore = useRef(running);

  useEffect(() => {
    const ended = running < runningBefore.current;
    runningBefore.current = running;
    if (ended) void reload();
  }, [running, reload]);

  return (
    <Card title="Recent Jobs" note={running > 0 ? `${running} in progress` : undefined}>
      {data && data.jobs.length > 0 && (
        <ul className="-my-2 divide-y divide-line">
          {data.jobs.map((job) => (
            <li key={job.jobId}>
              <JobRow job={job} nowMs={dataUpdatedAt} />
            </li>
          ))}
        </ul>
      )}
      {data?.jobs.length === 0 && (
        <EmptyState icon="page" title="No jobs yet">
          Convert a page above, or send your first request with your API key.
        </EmptyState>
      )}
      {!data && isError && (
        <ErrorState message="Your jobs could not be loaded." onRetry={() => void refetch()} />
      )}
      {!data && !isError && <Skeleton lines={6} />}
    </Card>
  );
}
