import { useEffect, useState } from "react";
import { isFinal } from "#contract/job/state.ts";
import type { JobView } from "#contract/job/view.ts";
import { call } from "../../client/call.ts";
import { CallFailure } from "../../client/failure.ts";

/** Short enough to show each phase, and far below the limit of requests with one key. */
const POLL_MS = 700;
/** Failed reads in a row, after which the job counts as lost. */
const MAX_FAILURES = 5;

function isRefusal(error: unknown): boolean {
  return error instanceof CallFailure && error.status >= 400 && error.status < 500;
}

interface Watched {
  jobId: string;
  job: JobView | null;
  isLost: boolean;
}

/** Reads a job again and again until it ends. */
export function useWatchedJob(jobId: string | null, apiKey: string): Omit<Watched, "jobId"> {
  const [watched, setWatched] = useState<Watched | null>(null);

  useEffect(() => {
    if (jobId === null || apiKey === "") return;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    const again = () => {
      timer = setTimeout(() => void read(jobId), POLL_MS);
    };
    async function read(id: string) {
      try {
        const job = await call("GET /jobs/{id}", { id, apiKey, signal: leaving.signal });
        failures = 0;
        setWatched({ jobId: id, job, isLost: false });
        if (!isFinal(job.status)) again();
      } catch (error) {
        if (leaving.signal.aborted) return;
        failures += 1;
        if (!isRefusal(error) && failures < MAX_FAILURES) return again();
        console.error("The job could not be read.", error);
        setWatched((previous) => ({ jobId: id, job: previous?.job ?? null, isLost: true }));
      }
    }
    void read(jobId);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [jobId, apiKey]);

  return watched?.jobId === jobId ? watched : { job: null, isLost: false };
}
