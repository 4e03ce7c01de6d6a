/** Calls of the service under test. Waits when it is asked to, because the account may be on the Free plan. */
import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import { isFinal } from "#contract/job/state.ts";
import { ErrorBody, JobCreated, JobView } from "#contract/job/view.ts";
import { Refused } from "../../dev/job-client.ts";

const TIMEOUT_MS = 30_000;
const JOB_TIMEOUT_MS = 180_000;
const POLL_MS = 500;
const MAX_WAITS = 5;

export interface Call {
  method?: "DELETE" | "GET" | "POST";
  headers?: Record<string, string>;
  body?: unknown;
}

async function send(url: string, { method = "GET", headers = {}, body }: Call): Promise<Response> {
  const begin = () =>
    fetch(url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  try {
    return await begin();
  } catch {
    // A server may close a connection that this client is about to use again.
    return begin().catch((error: unknown) => {
      throw new Error(`${method} ${url} got no response: ${errorText(error)}`);
    });
  }
}

function errorText(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}

/** @throws Refused when the service refuses the request. */
export async function request(url: string, call: Call = {}): Promise<Response> {
  for (let waits = 0; ; waits++) {
    const response = await send(url, call);
    if (response.ok) return response;
    const seconds = Number(response.headers.get("retry-after"));
    if (response.status === 429 && seconds > 0 && seconds <= 60 && waits < MAX_WAITS) {
      await response.body?.cancel();
      await sleep(seconds * 1_000);
      continue;
    }
    const text = await response.text();
    const known = ErrorBody.safeParse(jsonOf(text));
    if (known.success) throw new Refused(response.status, known.data);
    throw new Error(`${call.method ?? "GET"} ${url} returned ${response.status}: ${text.slice(0, 200)}`);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export async function read<T>(url: string, schema: z.ZodType<T>, call?: Call): Promise<T> {
  return schema.parse(await (await request(url, call)).json());
}

/** Creates a job, waits for its end and returns it. @throws Error if it fails. */
export async function runJob(
  create: { url: string; headers: Record<string, string>; body: unknown },
  follow: (job: JobCreated) => { url: string; headers: Record<string, string> },
): Promise<JobView> {
  const { url, ...call } = create;
  const created = await read(url, JobCreated, { method: "POST", ...call });
  const { url: jobUrl, headers } = follow(created);
  const deadline = Date.now() + JOB_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const job = await read(jobUrl, JobView, { headers });
    if (job.error) throw new Error(`${job.error.code} during ${job.error.stage}: ${job.error.message}`);
    if (isFinal(job.status)) return job;
    await sleep(POLL_MS);
  }
  throw new Error(`The job ${created.jobId} has not ended within ${JOB_TIMEOUT_MS / 1_000} s.`);
}

/** The file of a finished job. */
export async function resultOf({ result }: JobView): Promise<Buffer> {
  if (result?.type !== "url" || !result.url) throw new Error("The job has no link to its file.");
  return Buffer.from(await (await request(result.url)).arrayBuffer());
}
