/** States of a job and the only transitions between them. */

export const JOB_STATUSES = ["pending", "processing", "completed", "failed", "canceled"] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** From each state, the states that may follow. `processing → pending` is a retry after a fault of ours. */
export const JOB_MOVES = {
  pending: ["processing", "canceled", "failed"],
  processing: ["completed", "failed", "pending"],
  completed: [],
  failed: [],
  canceled: [],
} as const satisfies Record<JobStatus, readonly JobStatus[]>;

export function isFinal(status: JobStatus): boolean {
  return JOB_MOVES[status].length === 0;
}

/** Stages of an attempt, each with the progress (in percent) at which it starts. */
export const JOB_STAGES = {
  queued: 0,
  starting: 10,
  navigating: 20,
  preparing: 40,
  capturing: 70,
  storing: 90,
  done: 100,
} as const;
export type JobStage = keyof typeof JOB_STAGES;

/** Sentence for each status: the `message` of responses. */
export const JOB_MESSAGES = {
  pending: "Job created and waiting to be processed.",
  processing: "The page is being rendered.",
  completed: "The result is ready.",
  failed: "The job failed. Its credit was refunded.",
  canceled: "The job was canceled. Its credit was refunded.",
} as const satisfies Record<JobStatus, string>;

/** The job's `message`. A test job has no credit that is refunded. */
export function messageOf({ status, test }: { status: JobStatus; test: boolean }): string {
  const message = JOB_MESSAGES[status];
  return test ? message.replace(" Its credit was refunded.", "") : message;
}
