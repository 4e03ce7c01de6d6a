/** The figures of one run. `--json` writes them to a file. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { z } from "zod";
import type { Audit, JobRecord } from "./audit.ts";
import type { Blamed } from "./blame.ts";
import type { Driven } from "./driver.ts";
import { percentile } from "./percentile.ts";
import type { Memory } from "./scene/census.ts";

export interface FaultReport {
  name: string;
  afterJobs: number;
  /** Unix ms. */
  begunAt: number;
  /** What the fault has harmed. */
  hit: string;
  /** Time until the service responded again. */
  seconds: number;
}

export interface RoundReport {
  round: number;
  jobs: number;
  p50Ms: number | null;
  p95Ms: number | null;
}

export interface Figures {
  seed: number;
  seconds: number;
  jobs: number;
  completed: number;
  failed: Record<string, number>;
  /** The broken rules. Each entry names one case; the run passes when all lists are empty. */
  broken: Audit & {
    neverAccepted: string[];
    wronglyBlamed: string[];
    leaked: string[];
    wedged: string[];
  };
  /** Number of failures of pages that fail without faults too. */
  pagesOwnFaults: number;
  /** Number of failures while the page server was down. */
  duringOutages: number;
  askedAgain: Record<string, number>;
  rounds: RoundReport[];
  memory: { before: Memory; peak: Memory; after: Memory };
  retirements: Record<string, number>;
  faults: FaultReport[];
  skipped: string[];
}

function tally(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

/** Times of each round, from the request to the job's end by the service's own clock. */
export function roundReports(driven: readonly Driven[], rows: readonly JobRecord[]): RoundReport[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const rounds = Map.groupBy(driven, ({ work }) => work.round);
  return [...rounds].map(([round, jobs]) => {
    const times = jobs.flatMap(({ jobId }) => {
      const row = byId.get(jobId ?? "");
      return row?.finishedAt ? [row.finishedAt - row.createdAt] : [];
    });
    return { round, jobs: jobs.length, p50Ms: percentile(times, 0.5), p95Ms: percentile(times, 0.95) };
  });
}

const Retirement = z.object({ event: z.literal("browser_retired"), reason: z.string() });

function retirementReason(line: string): string[] {
  try {
    return [Retirement.parse(JSON.parse(line)).reason];
  } catch {
    return [];
  }
}

/** Number of retired browsers by reason, from the service's log. Lines that are not JSON are ignored. */
export async function retirements(logFile: string): Promise<Record<string, number>> {
  const reasons: string[] = [];
  for await (const line of createInterface(createReadStream(logFile))) {
    if (line.includes('"browser_retired"')) reasons.push(...retirementReason(line));
  }
  return tally(reasons);
}

/** Number of failed jobs by error code. */
export function failures(rows: readonly JobRecord[]): Record<string, number> {
  return tally(
    rows.flatMap(({ status, errorCode }) => (status === "failed" ? [errorCode ?? "no code"] : [])),
  );
}

/** One line about a wrongly blamed job, with the last fault that had begun before the job failed. */
export function describeBlamed(
  { jobId, code, finishedAt, work }: Blamed,
  faults: readonly FaultReport[],
): string {
  const last = faults.findLast(({ begunAt }) => begunAt <= finishedAt);
  const { url, options } = work.request;
  return `${jobId} ${code} after ${last?.name ?? "no fault"}: ${url} ${JSON.stringify(options)}`;
}

/** Whether every rule held. */
export function holds({ broken }: Figures): boolean {
  return Object.values(broken).every((cases) => cases.length === 0);
}
