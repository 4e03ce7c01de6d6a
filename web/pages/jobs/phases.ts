/** What a job spent its time on, as bars one after another. */
import type { JobView } from "#contract/job/view.ts";

/** Phases of an attempt in words. The phase names are those of `timings`. */
const PHASE_LABELS = new Map([
  ["tab", "Open a tab"],
  ["navigate", "Navigate to the page"],
  ["check", "Check the document"],
  ["load", "Load the page"],
  ["frames", "Load frames"],
  ["data", "Wait for data"],
  ["clear", "Remove unwanted content"],
  ["click", "Click"],
  ["js", "Run scripts"],
  ["wait", "Wait as requested"],
  ["settle", "Wait for a stable layout"],
  ["fonts", "Wait for fonts"],
  ["lazy", "Load lazy content"],
  ["images", "Wait for images"],
  ["blank", "Check that the page is not blank"],
  ["glyphs", "Add missing letters"],
  ["capture", "Create the file"],
  ["store", "Store the file"],
]);

export interface Phase {
  name: string;
  ms: number;
  /** Start and length of its bar, from 0 to 1. */
  start: number;
  share: number;
}

/** Phases in the order in which they ended, from the creation of the job to its end. Empty for a job that has not begun. */
export function phasesOf(job: Pick<JobView, "createdAt" | "startedOn" | "finishedOn" | "timings">): Phase[] {
  if (job.startedOn === null) return [];
  const queued = Date.parse(job.startedOn) - Date.parse(job.createdAt);
  const steps = Object.entries(job.timings);
  const known = steps.reduce((sum, [, ms]) => sum + ms, 0);
  const ran = job.finishedOn === null ? known : Date.parse(job.finishedOn) - Date.parse(job.startedOn);
  const named = [
    ["Wait in the queue", queued] as const,
    ...steps.map(([name, ms]) => [PHASE_LABELS.get(name) ?? name, ms] as const),
    ...(ran > known ? [["Everything else", ran - known] as const] : []),
  ];
  const total = Math.max(1, queued + Math.max(ran, known));
  let spent = 0;
  return named.map(([name, ms]) => {
    const phase = { name, ms, start: spent / total, share: ms / total };
    spent += ms;
    return phase;
  });
}

/** `950` → `950 ms`, `1234` → `1.23 s`. */
export function duration(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(2)} s`;
}
