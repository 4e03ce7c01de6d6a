/** A patient client of the API: it retries failed requests, with the same Idempotency-Key. */
import { setTimeout as sleep } from "node:timers/promises";
import { isFinal } from "#contract/job/state.ts";
import { ErrorBody, JobCreated, JobView } from "#contract/job/view.ts";

const RESPONSE_TIMEOUT_MS = 20_000;
const POLL_MS = 200;
const RETRY_MS = 500;

export interface Client {
  origin: string;
  apiKey: string;
  /** When the client gives up, Unix ms. */
  deadline: number;
  /** Called before each retry. `reason`: the status, or "no response". */
  onRetry(reason: string): void;
}

/** A refusal that a retry does not change. */
export class Refused extends Error {}

/** Sends a request until it succeeds. Returns the value of `read`, null at the deadline. Throws Refused. */
async function request<T>(
  client: Client,
  path: string,
  read: (response: Response) => Promise<T>,
  init: RequestInit = {},
): Promise<T | null> {
  while (Date.now() < client.deadline) {
    const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
    const headers = { ...init.headers, "x-api-key": client.apiKey };
    try {
      const response = await fetch(`${client.origin}/api/v1/${path}`, { ...init, headers, signal });
      if (response.ok) return await read(response);
      const { code } = ErrorBody.parse(await response.json());
      if (response.status !== 429 && response.status < 500) throw new Refused(`${response.status} ${code}`);
      client.onRetry(String(response.status));
      await sleep(Number(response.headers.get("retry-after") ?? 0) * 1_000);
    } catch (error) {
      if (error instanceof Refused) throw error;
      client.onRetry("no response");
    }
    await sleep(RETRY_MS);
  }
  return null;
}

/** Creates a job and returns its id; null when it was not accepted by the deadline. */
export async function postJob(
  client: Client,
  job: { url: string; options?: unknown },
): Promise<string | null> {
  const read = async (response: Response) => JobCreated.parse(await response.json()).jobId;
  return request(client, "jobs", read, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
    body: JSON.stringify(job),
  });
}

const readView = async (response: Response) => JobView.parse(await response.json());

/** Waits for the job's end and returns it; null when it has not ended by the deadline. */
export async function finalJob(client: Client, jobId: string): Promise<JobView | null> {
  while (Date.now() < client.deadline) {
    const job = await request(client, `jobs/${jobId}`, readView);
    if (job === null || isFinal(job.status)) return job;
    await sleep(POLL_MS);
  }
  return null;
}

/** Whether the result can be downloaded whole. */
export async function downloads(client: Client, { jobId, result }: JobView): Promise<boolean> {
  const read = async (response: Response) => (await response.arrayBuffer()).byteLength;
  return (await request(client, `files/${jobId}`, read)) === result?.bytes;
}

/** Deletes the job's file, which would otherwise fill the disk in a long soak. */
export async function deleteResult(client: Client, jobId: string): Promise<void> {
  await request(client, `jobs/${jobId}`, readView, { method: "DELETE" });
}
