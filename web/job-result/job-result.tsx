/** What became of a job: its progress, then a preview of its file with a download, or the reason of its failure. */
import { lazy, Suspense, useEffect, useState } from "react";
import { isFinal, JOB_STAGES, type JobStage } from "#contract/job/state.ts";
import type { JobView } from "#contract/job/view.ts";
import { ownPath } from "../client/own-path.ts";
import { ButtonAnchor } from "../ui/button.tsx";
import { Meter } from "../ui/meter.tsx";
import { Notice } from "../ui/notice.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { counted, size } from "../words/sizes.ts";
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

type Result = NonNullable<JobView["result"]>;

/** A link to the file: the service's own, or one to the bytes that the response has. */
function useLink(job: JobView): string | null {
  const { result } = job;
  const data = result?.type === "buffer" ? result.data : null;
  // A link to HTML would open it as a page of this site.
  const contentType = isShowable(job) ? result?.contentType : "application/octet-stream";
  const [ownLink, setOwnLink] = useState<string | null>(null);
  useEffect(() => {
    if (data === null) return;
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const link = URL.createObjectURL(new Blob([bytes], { type: contentType }));
    setOwnLink(link);
    return () => URL.revokeObjectURL(link);
  }, [data, contentType]);
  if (result?.type === "buffer") return ownLink;
  return result?.url ? ownPath(result.url) : null;
}

function Picture({ job, result, url }: { job: JobView; result: Result; url: string }) {
  // The file does not change, so a new link does not load it again.
  const [firstUrl] = useState(url);
  const label = result.filename;
  switch (job.outputType) {
    case "html":
      return <p className="p-4 text-muted text-sm">Download the page and open it in your browser.</p>;
    case "markdown":
      return <TextPreview url={url} label={`Beginning of ${label}`} />;
    case "pdf":
      return (
        <Suspense
          fallback={
            <div className="grid aspect-[210/297] place-items-center">
              <Spinner label="Loading the preview…" />
            </div>
          }
        >
          <PdfPreview url={url} label={`First page of ${label}`} widthPx={PREVIEW_PX} />
        </Suspense>
      );
    case "screenshot":
      return (
        <img
          src={firstUrl}
          alt={`Screenshot of ${jobName(job)}`}
          className="max-h-96 w-full object-cover object-top"
        />
      );
    default:
      return job.outputType satisfies never;
  }
}

function Preview({ job }: { job: JobView }) {
  const { result } = job;
  const url = useLink(job);
  if (!result || !url) return null;
  const facts = [size(result.bytes)];
  if (result.pages !== undefined) facts.push(counted(result.pages, "page"));
  if (result.truncated) facts.push("cut at the plan's page limit");
  // The Content-Security-Policy lets only images read a link to bytes of the page.
  const hasPicture = result.type === "url" || job.outputType === "screenshot";
  return (
    <div className="grid items-start gap-5 sm:grid-cols-[minmax(0,16rem)_minmax(0,1fr)]">
      {hasPicture && (
        <div className="crop-marks m-1.5 min-h-48 overflow-clip border border-line bg-wash [overflow-clip-margin:6px]">
          <Picture job={job} result={result} url={url} />
        </div>
      )}
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

export function JobResult({ job }: { job: JobView }) {
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
