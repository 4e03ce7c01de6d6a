import { lazy, Suspense, useState } from "react";
import { isFinal, JOB_STAGES, type JobStage } from "#contract/job/state.ts";
import type { JobView } from "#contract/job/view.ts";
import { ownPath } from "../../client/own-path.ts";
import { ButtonAnchor } from "../../ui/button.tsx";
import { Meter } from "../../ui/meter.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { counted, size } from "../../words/sizes.ts";
import { adviceFor } from "./job-error.ts";
import { jobName } from "./job-name.ts";
import { TextPreview } from "./text-preview.tsx";

const PdfPreview = lazy(async () => ({ default: (await import("./pdf-preview.tsx")).PdfPreview }));

/** Twice the width on the page, for dense screens. */
const PREVIEW_PX = 640;

const STAGE_WORDS = {
  queued: "Waiting for a free browser",
  starting: "Opening a browser",
  navigating: "Opening the page",
  preparing: "Waiting until the page has fully loaded",
  capturing: "Creating the file",
  storing: "Storing the file",
  done: "Done",
} as const satisfies Record<JobStage, string>;

function isStage(stage: string): stage is JobStage {
  return stage in JOB_STAGES;
}

function Progress({ job }: { job: JobView }) {
  return (
    <div className="max-w-md">
      <p role="status" className="mb-2 text-muted text-sm">
        {isStage(job.stage) ? STAGE_WORDS[job.stage] : job.message}…
      </p>
      <Meter label="Progress" percent={job.progress} />
    </div>
  );
}

/** The service sends text of a foreign page only as a download. */
function isShowable({ outputType }: JobView): boolean {
  return outputType === "pdf" || outputType === "screenshot";
}

function Preview({ job }: { job: JobView }) {
  const { result } = job;
  const url = result?.type === "url" && result.url ? ownPath(result.url) : null;
  // The file does not change, so a new link does not load it again.
  const [firstUrl] = useState(url);
  if (!result || !url) return null;
  const facts = [size(result.bytes)];
  if (result.pages !== undefined) facts.push(counted(result.pages, "page"));
  if (result.truncated) facts.push("cut at your plan's page limit");
  return (
    <div className="grid items-start gap-5 sm:grid-cols-[minmax(0,16rem)_minmax(0,1fr)]">
      <div className="crop-marks m-1.5 min-h-48 overflow-clip border border-line bg-wash [overflow-clip-margin:6px]">
        {job.outputType === "html" && (
          <p className="p-4 text-muted text-sm">Download the page and open it in your browser.</p>
        )}
        {job.outputType === "markdown" && <TextPreview url={url} label={`Beginning of ${result.filename}`} />}
        {job.outputType === "pdf" && (
          <Suspense
            fallback={
              <div className="grid aspect-[210/297] place-items-center">
                <Spinner label="Loading the preview…" />
              </div>
            }
          >
            <PdfPreview url={url} label={`First page of ${result.filename}`} widthPx={PREVIEW_PX} />
          </Suspense>
        )}
        {job.outputType === "screenshot" && (
          <img
            src={firstUrl ?? url}
            alt={`Screenshot of ${jobName(job)}`}
            className="max-h-96 w-full object-cover object-top"
          />
        )}
      </div>
      <div className="min-w-0">
        <p role="status" className="font-medium [overflow-wrap:anywhere]">
          {result.filename}
        </p>
        <p className="mt-0.5 text-muted text-sm">{facts.join(" · ")}</p>
        <div className="mt-4 flex flex-wrap gap-2">
          <ButtonAnchor look="primary" icon="download" href={url} download={result.filename}>
            Download
          </ButtonAnchor>
          {isShowable(job) && (
            <ButtonAnchor icon="external" href={url} target="_blank" rel="noreferrer">
              Open
            </ButtonAnchor>
          )}
        </div>
      </div>
    </div>
  );
}

export function TryItResult({ job }: { job: JobView }) {
  return (
    <div className="mt-5 border-line border-t pt-5">
      {!isFinal(job.status) && <Progress job={job} />}
      {job.status === "completed" && <Preview key={job.jobId} job={job} />}
      {job.status === "failed" && job.error && (
        <Notice kind="error" live title={job.error.message}>
          {adviceFor(job.error)}
        </Notice>
      )}
      {job.status === "canceled" && <p className="text-muted">{job.message}</p>}
    </div>
  );
}
