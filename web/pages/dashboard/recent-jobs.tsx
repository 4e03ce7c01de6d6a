import { useEffect, useRef } from "react";
import { isFinal } from "#contract/job/state.ts";
import { useHiddenJobs } from "../../job-list/deletion.ts";
import { JobRow } from "../../job-list/job-row.tsx";
import { useRecentJobs, useReloadAfterJob } from "../../queries/jobs.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { ago } from "../../words/dates.ts";

/** The newest jobs. The list updates itself while one of them runs. */
export function RecentJobs() {
  const { data, isError, refetch, dataUpdatedAt } = useRecentJobs();
  const reload = useReloadAfterJob();
  const hidden = useHiddenJobs();
  const jobs = data?.jobs.filter((job) => !hidden.has(job.jobId));
  const running = jobs?.filter((job) => !isFinal(job.status)).length ?? 0;
  const runningBefore = useRef(running);

  useEffect(() => {
    const ended = running < runningBefore.current;
    runningBefore.current = running;
    if (ended) void reload();
  }, [running, reload]);

  return (
    <Card
      title="Recent Jobs"
      note={running > 0 ? `${running} in progress` : undefined}
      aside={
        <ButtonLink size="small" href="/jobs">
          All jobs
        </ButtonLink>
      }
    >
      {jobs && jobs.length > 0 && (
        <ul tabIndex={-1} aria-label="Recent jobs" className="-my-2 divide-y divide-line">
          {jobs.map((job) => (
            <li key={job.jobId}>
              <JobRow job={job} age={ago(job.createdAt, dataUpdatedAt)} />
            </li>
          ))}
        </ul>
      )}
      {jobs?.length === 0 && (
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
