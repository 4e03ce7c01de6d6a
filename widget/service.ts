/** Requests to the service: create the job, wait for its end, fetch the file. */
import type { JobErrorCode, RequestErrorCode } from "#contract/errors.ts";
import { WIDGET_API, WIDGET_PATH } from "#contract/widget/embed.ts";
import { Failure } from "./failure.ts";
import type { ButtonRequest } from "./settings.ts";

const FIRST_POLL_MS = 200;
const MAX_POLL_MS = 2_000;
const POLL_GROWTH = 1.3;
/** Safari cancels the requests of a page when its visitor leaves it. The page stays until the next one responds. */
const LEAVING_MS = 10_000;
/** Failed polls in a row before the button gives up, about half a minute. */
const MAX_LOST_POLLS = 15;

export interface Finished {
  jobId: string;
  /** Signed link to the file. It stops working after minutes (LIMITS.pageLinkSeconds). */
  url: string;
  filename: string;
}

/** Address of this script. A script loaded by a bundler or `import()` has no tag, but its address is in the stack. */
const SCRIPT_URL =
  document.currentScript instanceof HTMLScriptElement
    ? document.currentScript.src
    : (new Error().stack?.match(`https?://[^\\s()]+${WIDGET_PATH}`)?.[0] ?? location.href);

function field(value: unknown, name: string): unknown {
  return value instanceof Object ? Reflect.get(value, name) : undefined;
}

/** Parses the JSON body. @throws Failure if the status is not 2xx */
async function responseOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body;
  const details = JSON.stringify(field(body, "details")) ?? "";
  // A proxy in front of the service responds without our error code.
  const code = field(body, "code") ?? ("unavailable" satisfies RequestErrorCode);
  const message = `${field(body, "error") ?? response.status} ${details}`;
  throw new Failure(
    String(code),
    message,
    undefined,
    Number(response.headers.get("Retry-After")) || undefined,
  );
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
 * Finds out why a request failed: browsers report a CORS refusal and a network failure alike. If the script itself can
 * still be fetched, the network works and the service has refused the origin.
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
      : "A sandboxed frame or a file has no origin. Add allow-same-origin and allow-downloads to the frame's sandbox attribute, or open the page from a server.",
  );
}

/**
 * Creates the job and polls it until it ends. Without a key it sends no request.
 * @throws Failure, or the reason of the signal
 */
export async function convert(
  publicKey: string,
  request: ButtonRequest,
  signal: AbortSignal,
  onProgress: (jobId: string, percent: number) => void,
): Promise<Finished> {
  if (!publicKey) {
    throw new Failure(
      "public_key_invalid",
      "The attribute public-key is missing or empty. Copy the embed code from the Widget tab.",
    );
  }
  let isLeaving = false;
  const leave = () => {
    isLeaving = true;
  };
  addEventListener("beforeunload", leave);
  const response = await call(`/${encodeURIComponent(publicKey)}/jobs`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(request),
    signal,
  })
    .catch(async (cause) => {
      if (isLeaving) await pause(LEAVING_MS, signal);
      signal.throwIfAborted();
      throw await explain(cause);
    })
    .finally(() => removeEventListener("beforeunload", leave));
  const created = await responseOf(response);
  const jobId = String(field(created, "jobId"));
  onProgress(jobId, 0);
  return waitForEnd(jobId, String(field(created, "token")), signal, onProgress);
}

async function waitForEnd(
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
    // The job continues while the network or the service is down, so polling continues for a while.
    if (!response || response.status >= 429) {
      if (++lost < MAX_LOST_POLLS) continue;
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

/** Failure of a failed job. Only `service_unavailable` is our fault; all other codes are about the page. */
function failureOf(error: unknown): Failure {
  const code = String(field(error, "code"));
  const isOurs = code === ("service_unavailable" satisfies JobErrorCode);
  return new Failure(code, String(field(error, "message")), isOurs ? "retry" : "page");
}

/** Bytes of the file, or null if they cannot be fetched. The link may still work then. */
export async function fetchFile(url: string, signal: AbortSignal): Promise<Blob | null> {
  try {
    const response = await fetch(url, { signal, credentials: "omit" });
    return response.ok ? await response.blob() : null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
