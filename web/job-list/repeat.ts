/** Whether and how a job can run again. */
import type { JobView } from "#contract/job/view.ts";

/** Why the dashboard cannot run the job again as it is; null if it can. HTML, Markdown and secrets are gone once a job has ended. */
export function repeatFault({
  input,
  options,
  test,
}: Pick<JobView, "input" | "options" | "test">): string | null {
  if (test) return "A test key created this job. Run it again with the key, so that it costs no credit.";
  if (input !== "url")
    return "The page of this job came with its request and is deleted, so it cannot run again.";
  if (options.headers || options.cookies || options.basicAuth) {
    return "The secrets of this job are deleted, so it cannot run again without them.";
  }
  return null;
}
