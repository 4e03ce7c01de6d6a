/** The job that a button watches. */
import { and, eq } from "drizzle-orm";
import type { Db } from "../db.ts";
import { jobs, publicKeys } from "../schema.ts";
import type { JobRow } from "./jobs.ts";

export interface WidgetJob {
  job: JobRow;
  authorizedDomains: string[];
}

/** The job together with the domains of the public key that asked for it; null for jobs of other sources. */
export async function findWidgetJob(db: Db, jobId: string): Promise<WidgetJob | null> {
  const [found] = await db
    .select({ job: jobs, authorizedDomains: publicKeys.authorizedDomains })
    .from(jobs)
    .innerJoin(publicKeys, and(eq(publicKeys.id, jobs.keyId), eq(publicKeys.accountId, jobs.accountId)))
    .where(and(eq(jobs.id, jobId), eq(jobs.source, "widget")));
  return found ?? null;
}
