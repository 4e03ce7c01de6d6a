/** Keeps a number of jobs on their way, and lets the faults happen between them. */
import { type Client, deleteResult, downloads, finalJob, postJob, Refused } from "./client.ts";
import type { Work } from "./work.ts";

/** Four attempts, each with a lease of a minute, and a restart between them. */
export const STUCK_MS = 5 * 60_000;

export interface Driven {
  work: Work;
  /** Null when it was never accepted. */
  jobId: string | null;
  refusedWith: string | null;
  /** It has completed, and its file did not come back whole. */
  fileIsBroken: boolean;
}

/** Of so many results one stays until the audit. */
const KEPT_SHARE = 5;

export interface Drive {
  origin: string;
  apiKeys: readonly string[];
  atOnce: number;
  /** The next page; undefined at the end. */
  next(): Work | undefined;
  /** Called before each job with the number of those begun: faults that are due happen here, and jobs wait for them. */
  before(begun: number): Promise<void>;
}

export interface DriveResult {
  driven: Driven[];
  /** How often something had to be asked again, by reason. */
  again: Record<string, number>;
}

/** A job from its request to its file. */
async function follow(client: Client, driven: Driven): Promise<void> {
  driven.jobId = await postJob(client, driven.work.request);
  const job = driven.jobId === null ? null : await finalJob(client, driven.jobId);
  if (job?.status !== "completed") return;
  driven.fileIsBroken = !(await downloads(client, job));
  if (driven.work.index % KEPT_SHARE > 0) await deleteResult(client, job.jobId);
}

/** Resolves when every job is final, or has had STUCK_MS. */
export async function drive({ origin, apiKeys, atOnce, next, before }: Drive): Promise<DriveResult> {
  const result: DriveResult = { driven: [], again: {} };
  const one = async (work: Work): Promise<void> => {
    const driven: Driven = { work, jobId: null, refusedWith: null, fileIsBroken: false };
    result.driven.push(driven);
    const client = {
      origin,
      apiKey: apiKeys[work.index % apiKeys.length] ?? "",
      deadline: Date.now() + STUCK_MS,
      again: (reason: string) => {
        result.again[reason] = (result.again[reason] ?? 0) + 1;
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
