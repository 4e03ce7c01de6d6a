/** Keeps a number of jobs in progress, and lets the faults happen between them. */
import { type Client, deleteResult, downloads, finalJob, postJob, Refused } from "./client.ts";
import type { Work } from "./work.ts";

/** After this time a job is stuck: it is enough for four attempts, each with a lease of a minute, and a restart. */
export const STUCK_MS = 5 * 60_000;

export interface Driven {
  work: Work;
  /** Null when the job was never accepted. */
  jobId: string | null;
  /** Status and error code of a refused request. */
  refusedWith: string | null;
  /** The job has completed, but its file could not be downloaded whole. */
  fileIsBroken: boolean;
}

/** One of this many results is kept for the audit. */
const KEPT_SHARE = 5;

export interface Drive {
  origin: string;
  apiKeys: readonly string[];
  /** Number of jobs in progress at the same time. */
  atOnce: number;
  /** The next job; undefined at the end. */
  next(): Work | undefined;
  /** Called before each job with the number of jobs begun so far. Jobs wait for it, so that due faults can begin. */
  before(begun: number): Promise<void>;
}

export interface DriveResult {
  driven: Driven[];
  /** Number of retried requests, by reason. */
  retries: Record<string, number>;
}

/** Follows a job from its request to its file. */
async function follow(client: Client, driven: Driven): Promise<void> {
  driven.jobId = await postJob(client, driven.work.request);
  const job = driven.jobId === null ? null : await finalJob(client, driven.jobId);
  if (job?.status !== "completed") return;
  driven.fileIsBroken = !(await downloads(client, job));
  if (driven.work.index % KEPT_SHARE > 0) await deleteResult(client, job.jobId);
}

/** Runs all jobs. Resolves when each one is final or stuck. */
export async function drive({ origin, apiKeys, atOnce, next, before }: Drive): Promise<DriveResult> {
  const result: DriveResult = { driven: [], retries: {} };
  const one = async (work: Work): Promise<void> => {
    const driven: Driven = { work, jobId: null, refusedWith: null, fileIsBroken: false };
    result.driven.push(driven);
    const client = {
      origin,
      apiKey: apiKeys[work.index % apiKeys.length] ?? "",
      deadline: Date.now() + STUCK_MS,
      onRetry: (reason: string) => {
        result.retries[reason] = (result.retries[reason] ?? 0) + 1;
      },
    };
    try {
      await follow(client, driven);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      driven.refusedWith = error.message;
    }
  };
  const worker = async (): Promise<void> => {
    for (;;) {
      await before(result.driven.length);
      const work = next();
      if (!work) return;
      await one(work);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return result;
}
