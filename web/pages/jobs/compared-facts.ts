import type { JobView } from "#contract/job/view.ts";
import { counted, size } from "../../words/sizes.ts";
import { duration, phasesOf } from "./phases.ts";

function timeOf(job: JobView): string {
  if (job.startedOn === null || job.finishedOn === null) return "–";
  return duration(Date.parse(job.finishedOn) - Date.parse(job.startedOn));
}

function captureOf(job: JobView): string {
  const capture = job.timings.capture;
  return capture === undefined ? "–" : duration(capture);
}

const FACTS: readonly [string, (job: JobView) => string][] = [
  ["Size", ({ result }) => (result ? size(result.bytes) : "–")],
  ["Pages", ({ result }) => (result?.pages === undefined ? "–" : counted(result.pages, "page"))],
  ["Rendering time", timeOf],
  ["Creating the file", captureOf],
  ["Time in the queue", (job) => duration(phasesOf(job)[0]?.ms ?? 0)],
  ["Warnings", ({ warnings }) => String(warnings.length)],
];

/** Rows of a table with the facts of both jobs. */
export function factsOf(a: JobView, b: JobView) {
  return FACTS.map(([name, read]) => ({ key: name, cells: [name, read(a), read(b)] }));
}
