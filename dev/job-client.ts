/** A client of the jobs API, over HTTP like any other. */
import { setTimeout as sleep } from "node:timers/promises";
import { isFinal } from "#contract/job/state.ts";
import { ErrorBody, JobCreated, JobView } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";

const POLL_MS = 100;

/** An error response of the API, with its status and code. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, body: ErrorBody) {
    const faults = (body.details ?? []).map(({ path, message }) => `\n  ${path}: ${message}`);
    super(body.error + faults.join(""));
    this.status = status;
    this.code = body.code;
  }
}

export interface Account {
  baseUrl: string;
  apiKey: string;
}

async function call({ apiKey }: Account, url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, { ...init, headers: { ...init.headers, "x-api-key": apiKey } });
  if (response.ok) return response;
  throw new Refused(response.status, ErrorBody.parse(await response.json()));
}

/**
 * Creates the job. The API checks the body.
 * @throws Refused when the API refuses it.
 */
export async function createJob(account: Account, body: unknown): Promise<JobCreated> {
  const response = await call(account, `${account.baseUrl}/api/v1/jobs`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return JobCreated.parse(await response.json());
}

function readJob(account: Account, jobId: string, headers: Record<string, string> = {}): Promise<Response> {
  return call(account, `${account.baseUrl}/api/v1/jobs/${jobId}`, { headers });
}

/** Returns the job when it is final. The service holds each request, because frequent readings would slow it down. */
export function finishedJob(account: Account, jobId: string): Promise<JobView> {
  return untilFinal(() => readJob(account, jobId, { prefer: `wait=${LIMITS.waitSeconds}` }));
}

/** Like `finishedJob`, but reads the job often, and reports each reading. */
export function followedJob(
  account: Account,
  jobId: string,
  report: (job: JobView) => void,
): Promise<JobView> {
  return untilFinal(() => readJob(account, jobId), report);
}

async function untilFinal(
  read: () => Promise<Response>,
  report: (job: JobView) => void = () => {},
): Promise<JobView> {
  while (true) {
    const job = JobView.parse(await (await read()).json());
    report(job);
    if (isFinal(job.status)) return job;
    await sleep(POLL_MS);
  }
}

/** Downloads the finished job's result through its signed link. */
export async function resultBytes(job: JobView): Promise<Buffer> {
  if (job.result?.type !== "url" || !job.result.url) throw new Error("The job has no link to a result.");
  const response = await fetch(job.result.url);
  if (!response.ok) throw new Refused(response.status, ErrorBody.parse(await response.json()));
  return Buffer.from(await response.arrayBuffer());
}
