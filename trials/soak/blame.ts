/** Finds failures that the pages were blamed for, although the same pages render without faults. */
import { isJobErrorCode, type JobErrorCode } from "#contract/errors.ts";
import type { JobRecord } from "./audit.ts";
import type { Driven } from "./driver.ts";
import type { Outage } from "./scene/page-server.ts";
import type { Work } from "./work.ts";

/** Error codes of faults of ours, which do not blame the page. */
const OURS: readonly JobErrorCode[] = ["service_unavailable"];
/** A page may still fail for this long after its server is back, because a refused connection is not retried at once. */
const AFTERMATH_MS = 2_000;

export interface Blamed {
  jobId: string;
  code: string;
  /** Unix ms. */
  finishedAt: number;
  work: Work;
}

function ranIn(row: JobRecord, { from, until }: Outage): boolean {
  return (
    (row.startedAt ?? row.createdAt) <= until + AFTERMATH_MS &&
    (row.finishedAt ?? Number.POSITIVE_INFINITY) >= from
  );
}

/** The jobs that failed with a fault of the page while the page server was up. */
export function blamedJobs(
  driven: readonly Driven[],
  rows: readonly JobRecord[],
  outages: readonly Outage[],
): Blamed[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return driven.flatMap(({ jobId, work }) => {
    const row = byId.get(jobId ?? "");
    if (row?.status !== "failed" || row.errorCode === null || row.finishedAt === null) return [];
    const { id, errorCode: code, finishedAt } = row;
    const isOurs = !isJobErrorCode(code) || OURS.includes(code);
    if (isOurs || outages.some((outage) => ranIn(row, outage))) return [];
    return [{ jobId: id, code, finishedAt, work }];
  });
}

/** Renders each blamed request again with `completes`, one at a time. Returns the jobs that were blamed wrongly. */
export async function blamedWrongly(
  blamed: readonly Blamed[],
  completes: (work: Work) => Promise<boolean>,
): Promise<Blamed[]> {
  const wrong: Blamed[] = [];
  for (const same of Map.groupBy(blamed, ({ work }) => JSON.stringify(work.request)).values()) {
    if (same[0] && (await completes(same[0].work))) wrong.push(...same);
  }
  return wrong;
}
