import type { JobStatus } from "#contract/job/state.ts";
import { isFinal } from "#contract/job/state.ts";
import { OUTPUT_LABELS } from "#contract/job/values.ts";
import type { JobView } from "#contract/job/view.ts";
import { sentenceOf } from "../../client/failure.ts";
import { ownPath } from "../../client/own-path.ts";
import { show } from "../../feedback/feedback.ts";
import { adviceFor } from "../../job-result/job-error.ts";
import { jobName, spokenName } from "../../job-result/job-name.ts";
import { useCreateJob, useDeleteJob } from "../../queries/jobs.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Button, ButtonAnchor, IconButton } from "../../ui/button.tsx";
import { Meter } from "../../ui/meter.tsx";
import { ago, moment } from "../../words/dates.ts";
import { counted, size } from "../../words/sizes.ts";
import { Thumbnail } from "./thumbnail.tsx";

const TONES = {
  pending: "plain",
  processing: "accent",
  completed: "good",
  failed: "bad",
  canceled: "plain",
} as const satisfies Record<JobStatus, Tone>;

/** Error of a failed job. A job that is retried has the error of its last attempt, which is not shown. */
function failureOf(job: JobView): JobView["error"] {
  return job.status === "failed" ? job.error : null;
}

/** HTML, Markdown and secrets are gone once the job has ended. */
function isRepeatable({ input, options }: JobView): boolean {
  return input === "url" && !options.headers && !options.cookies && !options.basicAuth;
}

function facts(job: JobView): string[] {
  const { result } = job;
  const words: string[] = [OUTPUT_LABELS[job.outputType]];
  if (!result) return words;
  words.push(size(result.bytes));
  if (result.pages !== undefined) words.push(counted(result.pages, "page"));
  if (result.truncated) words.push("cut at your plan's page limit");
  if (result.expired) words.push("expired");
  return words;
}

function JobActions({ job }: { job: JobView }) {
  const create = useCreateJob();
  const remove = useDeleteJob();
  const { result } = job;
  const link = result?.type === "url" ? result.url : null;
  const failure = failureOf(job);

  function removeJob() {
    remove.mutate(job.jobId, {
      onError: (error) => show("error", sentenceOf(error, "The job could not be removed")),
    });
  }
  function retry() {
    create.mutate(
      { url: job.url, options: job.options },
      { onError: (error) => show("error", sentenceOf(error, "Request failed")) },
    );
  }

  return (
    <div className="flex items-center gap-1.5">
      {failure?.retryable && isRepeatable(job) && (
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
        <Button size="small" busy={remove.isPending} onClick={removeJob}>
          Cancel
        </Button>
      )}
      {link && (
        <IconButton
          icon="trash"
          label={`Delete the result of ${spokenName(job)}`}
          disabled={remove.isPending}
          onClick={removeJob}
        />
      )}
    </div>
  );
}

export function JobRow({ job, nowMs }: { job: JobView; nowMs: number }) {
  const running = !isFinal(job.status);
  const failure = failureOf(job);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-2 py-3 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Thumbnail job={job} />
      <div className="min-w-0">
        <p className="flex min-w-0 items-center gap-2">
          {job.input === "url" ? (
            <a
              href={job.url}
              target="_blank"
              rel="noreferrer"
              title={job.url}
              className="truncate font-medium hover:underline"
            >
              {jobName(job)}
            </a>
          ) : (
            <span className="truncate font-medium">{jobName(job)}</span>
          )}
          <Badge tone={TONES[job.status]}>{job.status}</Badge>
        </p>
        <p className="mt-0.5 text-muted text-sm">
          {facts(job).join(" · ")} ·{" "}
          <time dateTime={job.createdAt} title={moment(job.createdAt)}>
            {ago(job.createdAt, nowMs)}
          </time>
        </p>
        {running && (
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
}
