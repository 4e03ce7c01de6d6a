import { type MouseEvent, memo } from "react";
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
  if (result.truncated) words.push("cut at your plan's page limit");
  return words;
}

function JobActions({ job }: { job: JobView }) {
  const create = useCreateJob();
  const cancel = useCancelJob();
  const deleteJobs = useDeleteJobs();
  const { result } = job;
  const link = result?.type === "url" ? result.url : null;

  function cancelJob() {
    cancel.mutate(job.jobId, {
      onError: (error) => show("error", sentenceOf(error, "The job could not be canceled")),
    });
  }
  function retry() {
    create.mutate(
      { url: job.url, options: job.options },
      { onError: (error) => show("error", sentenceOf(error, "Request failed")) },
    );
  }
  /** The row with the focus disappears, so the list gets it. */
  function remove({ currentTarget }: MouseEvent<HTMLElement>) {
    currentTarget.closest("ul")?.focus({ preventScroll: true });
    deleteJobs([job.jobId]);
  }

  return (
    <div className="flex items-center gap-1.5">
      {failureOf(job)?.retryable && repeatFault(job) === null && (
        <Button size="small" icon="refresh" busy={create.isPending} onClick={retry}>
          Retry
        </Button>
      )}
      {link && result && (
        <ButtonAnchor
          size="small"
          icon="download"
          href={ownPath(link)}
          download={result.filename}
          aria-label={`Download ${result.filename}`}
        >
          Download
        </ButtonAnchor>
      )}
      {job.status === "pending" && (
        <Button size="small" busy={cancel.isPending} onClick={cancelJob}>
          Cancel
        </Button>
      )}
      {isFinal(job.status) && (
        <IconButton icon="trash" label={`Delete the job of ${spokenName(job)}`} onClick={remove} />
      )}
    </div>
  );
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
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-2 py-3 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Thumbnail job={job} />
      <div className="min-w-0">
        <p className="flex min-w-0 items-center gap-2">
          <Link
            href={`/jobs/${job.jobId}`}
            title={job.url || undefined}
            className="truncate font-medium hover:underline"
          >
            {jobName(job)}
          </Link>
          <JobBadge job={job} />
        </p>
        <p className="mt-0.5 text-muted text-sm">
          {facts(job).join(" · ")} ·{" "}
          <time dateTime={job.createdAt} title={moment(job.createdAt)}>
            {age}
          </time>
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
      <div className="col-start-2 sm:col-start-3">
        <JobActions job={job} />
      </div>
    </div>
  );
});
