/** The page of a job: its address, and its document if the request brought it. */
import { NO_ADDRESS } from "#contract/job/input.ts";
import { inputKey } from "#store/jobs/inputs.ts";
import type { JobRow } from "#store/jobs/jobs.ts";
import { markdownPage } from "../page/markdown-page.ts";
import type { ResultStorage } from "./result-storage.ts";

const READ_MS = 10_000;

export interface JobPage {
  url: string;
  /** The document at `url` in Base64, as the browser gets it, if the request brought it. Up to 7 MB. */
  document: string | null;
}

/** Throws when R2 does not return the job's input: that is a fault of ours. */
export async function readPage(storage: ResultStorage, job: JobRow): Promise<JobPage> {
  if (job.input === "url") return { url: job.url, document: null };
  const bytes = await storage.call(bytesOf(storage.bucket, inputKey(job.id)), READ_MS);
  if (bytes === null) throw new Error("The input of the job is missing.");
  const input = Buffer.from(bytes);
  const html = job.input === "markdown" ? Buffer.from(markdownPage(input.toString())) : input;
  return { url: job.url || NO_ADDRESS, document: html.toString("base64") };
}

async function bytesOf(bucket: R2Bucket, key: string): Promise<ArrayBuffer | null> {
  const object = await bucket.get(key);
  return (await object?.arrayBuffer()) ?? null;
}
