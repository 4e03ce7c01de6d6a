import type { JobStatus } from "#contract/job/state.ts";
import type { JobView } from "#contract/job/view.ts";
import { Badge, type Tone } from "../ui/badge.tsx";

const TONES = {
  pending: "plain",
  processing: "accent",
  completed: "good",
  failed: "bad",
  canceled: "plain",
} as const satisfies Record<JobStatus, Tone>;

function StatusBadge({ status, result }: JobView) {
  if (result?.expired) return <Badge>{result.deleted ? "file deleted" : "file expired"}</Badge>;
  return <Badge tone={TONES[status]}>{status}</Badge>;
}

/** The job's status; once its file does not exist any more, what became of the file. A test job says that it is one. */
export function JobBadge({ job }: { job: JobView }) {
  return (
    <>
      <StatusBadge {...job} />
      {job.test && <Badge tone="warn">Test</Badge>}
    </>
  );
}
