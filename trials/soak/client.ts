/** A patient client: what fails on the way is asked again, with the same Idempotency-Key. */
import { setTimeout as sleep } from "node:timers/promises";
import type { JobRequestInput } from "#contract/job/request.ts";
import { isFinal } from "#contract/job/state.ts";
import { ErrorBody, JobCreated, JobView } from "#contract/job/view.ts";

const ANSWER_TIMEOUT_MS = 20_000;
const POLL_MS = 200;
const AGAIN_MS = 500;

export interface Client {
  origin: string;
  apiKey: string;
  /** Unix ms: the client gives up. */
  deadline: number;
  /** Gets what had to be asked again, in a word: a status or an error's name. */
  again(reason: string): void;
}

/** A refusal that asking again does not change. */
export class Refused extends Error {}

/** What `read` makes of the answer; null at the deadline. Throws Refused. */
async function ask<T>(
  client: Client,
  path: string,
  read: (response: Response) => Promise<T>,
  init: RequestInit = {},
): Promise<T | null> {
  while (Date.now() < client.deadline) {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const headers = { ...init.headers, "x-api-key": client.apiKey };
    try {
      const response = await fetch(`${client.origin}/api/v1/${path}`, { ...init, headers, signal });
      if (response.ok) return await read(response);
      const { code } = ErrorBody.parse(await response.json());
      if (response.status !== 429 && response.status < 500) throw new Refused(`${response.status} ${code}`);
      client.again(String(response.status));
      await sleep(Number(response.headers.get("retry-after") ?? 0) * 1_000);
    } catch (error) {
      if (error instanceof Refused) throw error;
      client.again("no answer");
    }
    await sleep(AGAIN_MS);
  }
  return null;
}

/** The job's id; null when it was not accepted by the deadline. */
export async function postJob(client: Client, request: JobRequestInput): Promise<string | null> {
  const read = async (response: Response) => JobCreated.parse(await response.json()).jobId;
  return ask(client, "jobs", read, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
    body: JSON.stringify(request),
  });
}

const readView = async (response: Response) => JobView.parse(await response.json());

/** The job once it has ended; null when it had not by the deadline. */
export async function finalJob(client: Client, jobId: string): Promise<JobView | null> {
  while (Date.now() < client.deadline) {
    const job = await ask(client, `jobs/${jobId}`, readView);
    if (job === null || isFinal(job.status)) return job;
    await sleep(POLL_MS);
  }
  return null;
}

/** Whether the result comes back whole. */
export async function downloads(client: Client, { jobId, result }: JobView): Promise<boolean> {
  const read = async (response: Response) => (await response.arrayBuffer()).byteLength;
  return (await ask(client, `files/${jobId}`, read)) === result?.bytes;
}

/** As a client that has its file. Long soaks would fill the disk otherwise. */
export async function deleteResult(client: Client, jobId: string): Promise<void> {
  await ask(client, `jobs/${jobId}`, readView, { method: "DELETE" });
}
