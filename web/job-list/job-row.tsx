import { type MouseEvent, memo, type ReactNode } from "react";
import { Link } from "wouter";
import { isFinal } from "#contract/job/state.ts";
import { OUTPUT_LABELS } from "#contract/job/values.ts";
import type { JobView } from "#contract/job/view.ts";
import { sentenceOf } from "../client/failure.ts";
import { ownPath } from "../client/own-path.ts";
import { show } from "../feedback/feedback.ts";
import { adviceFor } from "../job-result/job-error.ts";
import { jobName, spokenName } from "../job-result/job-name.ts";
import { useCancelJob, useCreateJob } from "../queries/jobs.ts";
import { Button, ButtonAnchor, IconButton } from "../ui/button.tsx";
import { Meter } from "../ui/meter.tsx";
import { moment } from "../words/dates.ts";
import { counted, size } from "../words/sizes.ts";
import { useDeleteJobs } from "./deletion.ts";
import { JobBadge } from "./job-badge.tsx";
import { repeatFault } from "./repeat.ts";
import { Thumbnail } from "./thumbnail.tsx";

/** Error of a failed job. A job that is retried has the error of its last attempt, which is not shown. */
function failureOf(job: JobView): JobView["error"] {
  return job.status === "failed" ? job.error : null;
}

function facts({ outputType, result }: JobView): string[] {
  const words: string[] = [OUTPUT_LABELS[outputType]];
  if (!result) return words;
  words.push(size(result.bytes));
  if (result.pages !== undefined) words.push(counted(result.pages, "page"));
  if (result.truncated) words.push("cut at the plan's page limit");
  return words;
}

function RetryButton({ job }: { job: JobView }) {
  const create = useCreateJob();
  function retry() {
    create.mutate(
      { url: job.url, options: job.options },
      { onError: (error) => show("error", sentenceOf(error, "Request failed")) },
    );
  }
  return (
    <Button size="small" icon="refresh" busy={create.isPending} onClick={retry}>
      Retry
    </Button>
  );
}

function CancelButton({ jobId }: { jobId: string }) {
  const cancel = useCancelJob();
  function cancelJob() {
    cancel.mutate(jobId, {
      onError: (error) => show("error", sentenceOf(error, "The job could not be canceled")),
    });
  }
  return (
    <Button size="small" busy={cancel.isPending} onClick={cancelJob}>
      Cancel
    </Button>
  );
}

/** What can be done with the job; null for most jobs of a long list. */
function MainAction({ job }: { job: JobView }): ReactNode {
  const { result, jobId, status } = job;
  if (status === "pending") return <CancelButton jobId={jobId} />;
  if (failureOf(job)?.retryable && repeatFault(job) === null) return <RetryButton job={job} />;
  if (result?.type !== "url" || !result.url) return null;
  return (
    <ButtonAnchor
      size="small"
      icon="download"
      href={ownPath(result.url)}
      download={result.filename}
      aria-label={`Download ${result.filename}`}
    >
      Download
    </ButtonAnchor>
  );
}

function DeleteButton({ job }: { job: JobView }) {
  const deleteJobs = useDeleteJobs();
  /** The row with the focus disappears, so the list gets it. */
  function remove({ currentTarget }: MouseEvent<HTMLElement>) {
    currentTarget.closest("ul")?.focus({ preventScroll: true });
    deleteJobs([job.jobId]);
  }
  return <IconButton icon="trash" label={`Delete the job of ${spokenName(job)}`} onClick={remove} />;
}

interface JobRowProps {
  job: JobView;
  /** When the job was created, in words. */
  age: string;
}

/** One job of a list. Its name leads to the job's page. */
export const JobRow = memo(function JobRow({ job, age }: JobRowProps) {
  const failure = failureOf(job);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 py-3 sm:grid-cols-[auto_minmax(0,1fr)_auto_auto] sm:gap-x-1.5">
      <Thumbnail job={job} />
      <div className="min-w-0 sm:px-1.5">
        <p className="flex">
          <Link
            href={`/jobs/${job.jobId}`}
            title={job.url || undefined}
            className="truncate font-medium hover:underline"
          >
            {jobName(job)}
          </Link>
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
          <JobBadge job={job} />
          <span>
            {facts(job).join(" · ")} ·{" "}
            <time dateTime={job.createdAt} title={moment(job.createdAt)}>
              {age}
            </time>
          </span>
        </p>
        {!isFinal(job.status) && (
          <div className="mt-2 max-w-sm">
            <Meter label={`Progress of ${spokenName(job)}`} percent={job.progress} />
          </div>
        )}
        {failure && (
          <p className="mt-1 text-sm">
            <span className="text-bad">{failure.message}</span>{" "}
            <span className="text-muted">{adviceFor(failure)}</span>
          </p>
        )}
        {job.warnings.length > 0 && (
          <details className="mt-1 text-sm text-warn">
            <summary className="w-fit rounded-sm">{counted(job.warnings.length, "warning")}</summary>
            <ul className="mt-1 list-disc pl-5 [overflow-wrap:anywhere]">
              {job.warnings.map((warning) => (
                <li key={`${warning.code} ${warning.url ?? ""}`}>{warning.message}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <div className="col-start-2 row-start-2 empty:hidden sm:col-start-3 sm:row-start-1">
        <MainAction job={job} />
      </div>
      {isFinal(job.status) && (
        <div className="col-start-3 row-start-1 sm:col-start-4">
          <DeleteButton job={job} />
        </div>
      )}
    </div>
  );
});
