import type { JobInput } from "#contract/job/input.ts";
import type { JobView } from "#contract/job/view.ts";
import { readableAddress } from "../words/readable-address.ts";

const INPUTS = { url: "Page", html: "HTML", markdown: "Markdown" } as const satisfies Record<
  JobInput,
  string
>;

/** Name of a job in the list: its address, or what the request brought. */
export function jobName({ input, url }: Pick<JobView, "input" | "url">): string {
  const address = readableAddress(url).replace(/^https?:\/\//, "");
  if (input === "url") return address;
  return address ? `${INPUTS[input]} for ${address}` : INPUTS[input];
}

/** Name of a job for screen readers: like `jobName`, with the scheme of a page's address. */
export function spokenName(job: Pick<JobView, "input" | "url">): string {
  return job.input === "url" ? readableAddress(job.url) : jobName(job);
}
