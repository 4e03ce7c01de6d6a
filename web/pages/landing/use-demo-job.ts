import { useEffect, useState } from "react";
import { isFinal } from "#contract/job/state.ts";
import type { ButtonOutputType } from "#contract/job/values.ts";
import type { JobView } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { call } from "../../client/call.ts";
import type { Calls } from "../../client/calls.ts";
import { CallFailure } from "../../client/failure.ts";

/** Short enough to show each stage. */
const POLL_MS = 400;
/** Reads the finished job again before its links expire. */
const NEW_LINKS_MS = (LIMITS.pageLinkSeconds * 1_000) / 2;

/** What the visitor wants. A new object for each click. */
export interface Wanted {
  url: string;
  outputType: ButtonOutputType;
}

type Failure = { error: unknown };

/** A conversion of the demo: `convert` creates the job, which is then read until the page is left. */
export function useDemoJob() {
  const [created, setCreated] = useState<{ jobId: string; token: string } | null>(null);
  const [job, setJob] = useState<JobView | null>(null);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  useEffect(() => {
    if (!created) return;
    const { jobId: id, token: jobToken } = created;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isEnded = false;
    async function read() {
      try {
        const seen = await call("GET /widget/jobs/{id}", { id, jobToken, signal: leaving.signal });
        isEnded = isFinal(seen.status);
        setJob(seen);
      } catch (error) {
        if (leaving.signal.aborted) return;
        const isRefused = error instanceof CallFailure && error.status >= 400 && error.status < 500;
        // The token ends long after the job. The file that is shown stays.
        if (isRefused && !isEnded) setFailure({ error });
        if (isRefused) return;
      }
      timer = setTimeout(() => void read(), isEnded ? NEW_LINKS_MS : POLL_MS);
    }
    void read();
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [created]);

  async function convert(body: Calls["POST /demo/jobs"]["body"]): Promise<void> {
    setCreated(null);
    setJob(null);
    setFailure(null);
    setSending(true);
    try {
      const { jobId, token = "" } = await call("POST /demo/jobs", { body });
      setCreated({ jobId, token });
    } catch (error) {
      console.error("The page could not be converted.", error);
      setFailure({ error });
    }
    setSending(false);
  }

  const isWaiting = created !== null && failure === null && (job === null || !isFinal(job.status));
  return { job, error: failure?.error, isBusy: isSending || isWaiting, convert };
}
