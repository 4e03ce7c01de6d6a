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

/** The job's status; once its file does not exist any more, what became of the file. */
export function JobBadge({ job: { status, result } }: { job: JobView }) {
  if (result?.expired) return <Badge>{result.deleted ? "file deleted" : "file expired"}</Badge>;
  return <Badge tone={TONES[status]}>{status}</Badge>;
}
