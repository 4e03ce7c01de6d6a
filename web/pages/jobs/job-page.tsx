import { useEffect, useRef } from "react";
import { isFinal } from "#contract/job/state.ts";
import type { JobView } from "#contract/job/view.ts";
import { useHiddenJobs } from "../../job-list/deletion.ts";
import { JobBadge } from "../../job-list/job-badge.tsx";
import { jobName } from "../../job-result/job-name.ts";
import { isGone, useJob, useReloadAfterJob } from "../../queries/jobs.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { readableAddress } from "../../words/readable-address.ts";
import { JobActions } from "./job-actions.tsx";
import { JobCode } from "./job-code.tsx";
import { JobFacts } from "./job-facts.tsx";
import { JobPreview } from "./job-preview.tsx";
import { OptionTable } from "./option-table.tsx";
import { Waterfall } from "./waterfall.tsx";

function Warnings({ warnings }: Pick<JobView, "warnings">) {
  return (
    <Card title="Warnings">
      <ul className="space-y-2">
        {warnings.map(({ code, message, url }) => (
          <li key={`${code} ${url ?? ""}`} className="[overflow-wrap:anywhere]">
            <p>
              {message} <code className="text-muted text-sm">{code}</code>
            </p>
            {url && <p className="text-muted text-sm">{url}</p>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Details({ job }: { job: JobView }) {
  return (
    <>
      <div className="space-y-3">
        <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl [overflow-wrap:anywhere]">
          <span className="line-clamp-2 min-w-0">{jobName(job)}</span> <JobBadge job={job} />
        </h1>
        {job.url && (
          <p className="text-sm [overflow-wrap:anywhere]">
            <a
              href={job.url}
              title={job.url}
              target="_blank"
              rel="noreferrer"
              className="line-clamp-3 text-accent hover:underline"
            >
              {readableAddress(job.url)}
            </a>
          </p>
        )}
        <JobActions job={job} />
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
        <div className="min-w-0 space-y-5">
          <Card title="Result">
            <JobPreview job={job} />
          </Card>
          <Card
            title="Phases"
            note="From the creation of the job to its end. Of several attempts, the last one."
          >
            <Waterfall job={job} />
          </Card>
          <Card title="Options">
            <OptionTable options={job.options} />
          </Card>
          {job.warnings.length > 0 && <Warnings warnings={job.warnings} />}
        </div>
        <div className="min-w-0 space-y-5">
          <Card title="Details">
            <JobFacts job={job} />
          </Card>
          <Card title="Request as code">
            <JobCode job={job} />
          </Card>
        </div>
      </div>
    </>
  );
}

/** One job, by its id in the address. */
export function JobPage({ id }: { id: string }) {
  const { data: job, isError, error, refetch } = useJob(id);
  const reload = useReloadAfterJob();
  const isRunning = job !== undefined && !isFinal(job.status);
  const wasRunning = useRef(isRunning);
  const isAbsent = useHiddenJobs().has(id) || isGone(error);

  // The lists are older than the end of this job.
  useEffect(() => {
    const hasEnded = wasRunning.current && !isRunning;
    wasRunning.current = isRunning;
    if (hasEnded) void reload();
  }, [isRunning, reload]);

  return (
    <div className="space-y-5">
      <ButtonLink size="small" look="quiet" icon="arrowLeft" href="/jobs">
        All jobs
      </ButtonLink>
      {isAbsent && (
        <>
          <h1 className="sr-only">Job</h1>
          <EmptyState icon="page" title="This job does not exist">
            It was deleted, or it belongs to another account.
          </EmptyState>
        </>
      )}
      {!isAbsent && job && <Details job={job} />}
      {!isAbsent && !job && (
        <>
          <h1 className="sr-only">Job</h1>
          {isError ? (
            <ErrorState message="The job could not be loaded." onRetry={() => void refetch()} />
          ) : (
            <Skeleton lines={14} />
          )}
        </>
      )}
    </div>
  );
}
