/** Jobs of the API in tests: created by a caller, and ended without a render Worker. */
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { ErrorBody, JobCreated, JobView } from "#contract/job/view.ts";
import { claim, complete } from "#store/jobs/jobs.ts";
import { resultKey } from "#store/jobs/results.ts";
import { type Caller, db } from "../test-caller.ts";

export const PAGE = "https://www.iana.org/domains";

export const BYTES = new TextEncoder().encode("%PDF-1.7 not really, but it is what was stored");

export async function create(caller: Caller, body: object = {}, headers: Record<string, string> = {}) {
  const response = await caller.call("POST", "/jobs", { body: { url: PAGE, ...body }, headers });
  expect(response.status).toBe(202);
  return JobCreated.parse(await response.json());
}

export const COMPLETENESS = {
  document: "whole",
  fonts: "missing",
  images: { total: 3, loaded: 2 },
  requests: { total: 9, failed: 1, slow: 1, blocked: 0 },
} as const;

/** Ends the job as the render Worker does, without a page. */
export async function finish(jobId: string, bytes: Uint8Array = BYTES): Promise<void> {
  const job = await claim(db, jobId, Date.now(), 60_000);
  if (!job) throw new Error("not pending");
  await env.RESULTS.put(resultKey(job), bytes);
  const result = {
    type: "pdf",
    bytes: bytes.length,
    pages: 1,
    truncated: false,
    filename: "Domains.pdf",
    completeness: COMPLETENESS,
  } as const;
  await complete(db, job, Date.now(), result, [], { total: 5 });
}

export async function read(caller: Caller, jobId: string): Promise<JobView> {
  const response = await caller.call("GET", `/jobs/${jobId}`);
  expect(response.status).toBe(200);
  return JobView.parse(await response.json());
}

export async function codeOf(response: Response): Promise<string> {
  return ErrorBody.parse(await response.json()).code;
}
