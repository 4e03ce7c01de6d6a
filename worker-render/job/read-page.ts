/** The page of a job: its address, and its HTML if the request brought it. */
import { NO_ADDRESS } from "#contract/job/input.ts";
import { inputKey } from "#store/jobs/inputs.ts";
import type { JobRow } from "#store/jobs/jobs.ts";
import { markdownPage } from "../page/markdown-page.ts";
import type { ResultStorage } from "./result-storage.ts";

const READ_MS = 10_000;

export interface JobPage {
  url: string;
  /** The document at `url`, if the request brought it. */
  html: string | null;
}

/** Throws when R2 does not return the job's input: that is a fault of ours. */
export async function readPage(storage: ResultStorage, job: JobRow): Promise<JobPage> {
  if (job.input === "url") return { url: job.url, html: null };
  const text = await storage.call(textOf(storage.bucket, inputKey(job.id)), READ_MS);
  if (text === null) throw new Error("The input of the job is missing.");
  const html = job.input === "markdown" ? markdownPage(text) : text;
  return { url: job.url || NO_ADDRESS, html };
}

async function textOf(bucket: R2Bucket, key: string): Promise<string | null> {
  const object = await bucket.get(key);
  return (await object?.text()) ?? null;
}
