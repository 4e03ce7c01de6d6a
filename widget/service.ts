/** The calls to the service: create the job, watch it, fetch the file. */

import type { JobErrorCode, RequestErrorCode } from "#contract/errors.ts";
import { WIDGET_API, WIDGET_PATH } from "#contract/widget/embed.ts";
import { Failure } from "./failure.ts";
import type { ButtonRequest } from "./settings.ts";

const FIRST_POLL_MS = 200;
const MAX_POLL_MS = 2_000;
const POLL_GROWTH = 1.3;
/** Polls in a row that may go unanswered: about half a minute. */
const LOST_POLLS = 15;

export interface Finished {
  jobId: string;
  /** Signed link to the file, good for an hour. */
  url: string;
  filename: string;
}

/** This script's own address: no tag names it when a bundler or `import()` loaded it, but the stack does. */
const SCRIPT_URL =
  document.currentScript instanceof HTMLScriptElement
    ? document.currentScript.src
    : (new Error().stack?.match(`https?://[^\\s()]+${WIDGET_PATH}`)?.[0] ?? location.href);

function field(value: unknown, name: string): unknown {
  return value instanceof Object ? Reflect.get(value, name) : undefined;
}

async function responseOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body;
  const details = JSON.stringify(field(body, "details")) ?? "";
  // What stands before the service answers in its own words.
  const code = field(body, "code") ?? ("unavailable" satisfies RequestErrorCode);
  throw new Failure(String(code), `${field(body, "error") ?? response.status} ${details}`);
}

function call(path: string, init: RequestInit): Promise<Response> {
  return fetch(new URL(WIDGET_API + path, SCRIPT_URL), { ...init, credentials: "omit", cache: "no-store" });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Browsers tell a refused origin and a broken line apart to nobody. Where the script's own address still
 * answers, the service has refused this page.
 */
async function explain(cause: unknown): Promise<Failure> {
  try {
    await fetch(SCRIPT_URL, { method: "HEAD", mode: "no-cors", cache: "no-store" });
  } catch {
    return new Failure(
      "offline",
      `${new URL(SCRIPT_URL).origin} cannot be reached: ${cause}. If the page has a Content-Security-Policy, allow this origin in connect-src.`,
    );
  }
  const domain = origin === "null" ? "" : location.host;
  return new Failure(
    "origin_not_authorized",
    domain
      ? `The public key is not valid here. Add "${domain}" to its authorized domains, or check that the key still exists.`
      : "A sandboxed frame has no origin. Add allow-same-origin and allow-downloads to its sandbox attribute.",
  );
}

/** Creates the job and watches it to its end; throws a `Failure`, or the signal's reason. */
export async function convert(
  publicKey: string,
  request: ButtonRequest,
  signal: AbortSignal,
  onProgress: (jobId: string, percent: number) => void,
): Promise<Finished> {
  const response = await call(`/${encodeURIComponent(publicKey)}/jobs`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(request),
    signal,
  }).catch(async (cause) => {
    signal.throwIfAborted();
    throw await explain(cause);
  });
  const created = await responseOf(response);
  const jobId = String(field(created, "jobId"));
  onProgress(jobId, 0);
  return watch(jobId, String(field(created, "token")), signal, onProgress);
}

async function watch(
  jobId: string,
  token: string,
  signal: AbortSignal,
  onProgress: (jobId: string, percent: number) => void,
): Promise<Finished> {
  let lost = 0;
  for (let delay = FIRST_POLL_MS; ; delay = Math.min(delay * POLL_GROWTH, MAX_POLL_MS)) {
    await pause(delay, signal);
    signal.throwIfAborted();
    const response = await call(`/jobs/${jobId}`, {
      headers: { Authorization: `Bearer ${token}` },
      signal,
    }).catch(() => null);
    // A line that comes back, and a service that does, finds the job where it was.
    if (!response || response.status >= 429) {
      if (++lost < LOST_POLLS) continue;
      throw new Failure("offline", `the connection was lost while waiting for job ${jobId}.`);
    }
    lost = 0;
    const view = await responseOf(response);
    const status = field(view, "status");
    if (status === "completed") {
      const result = field(view, "result");
      return { jobId, url: String(field(result, "url")), filename: String(field(result, "filename")) };
    }
    if (status === "failed") throw failureOf(field(view, "error"));
    if (status === "canceled") throw new Failure(status, String(field(view, "message")));
    onProgress(jobId, Number(field(view, "progress")));
  }
}

/** The end of a job that failed: all but one of the reasons lie with the page. */
function failureOf(error: unknown): Failure {
  const code = String(field(error, "code"));
  const isOurs = code === ("service_unavailable" satisfies JobErrorCode);
  return new Failure(code, String(field(error, "message")), isOurs ? "retry" : "page");
}

/** The file's bytes; null where they cannot be had this way, and a link has to do. */
export async function fetchFile(url: string, signal: AbortSignal): Promise<Blob | null> {
  try {
    const response = await fetch(url, { signal, credentials: "omit" });
    return response.ok ? await response.blob() : null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
