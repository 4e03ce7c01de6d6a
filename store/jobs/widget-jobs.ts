/** Reads the job that a button watches. */
import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "../db.ts";
import { jobs, publicKeys } from "../schema.ts";
import type { JobRow } from "./jobs.ts";

export interface WidgetJob {
  job: JobRow;
  authorizedDomains: string[];
}

/** The job, and the authorized domains of the public key that created it; null for a job that no button created. */
export async function findWidgetJob(db: Db, jobId: string): Promise<WidgetJob | null> {
  const [found] = await db
    .select({ job: jobs, authorizedDomains: publicKeys.authorizedDomains })
    .from(jobs)
    .innerJoin(publicKeys, and(eq(publicKeys.id, jobs.keyId), eq(publicKeys.accountId, jobs.accountId)))
    .where(and(eq(jobs.id, jobId), eq(jobs.source, "widget"), isNull(jobs.deletedAt)));
  return found ?? null;
}
