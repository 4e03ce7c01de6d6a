/** Admission: one batch that inserts the job, takes the credit and writes the ledger, or does nothing. */
import { sql } from "drizzle-orm";
import type { Tier } from "#contract/plans.ts";
import type { Db } from "./db.ts";
import { accounts, jobs, ledger } from "./schema.ts";

export interface NewJob {
  id: string;
  accountId: string;
  source: "api" | "widget" | "dashboard";
  keyId: string | null;
  url: string;
  outputType: "pdf" | "screenshot";
  /** JSON of contract/job-request.ts `JobOptions`. */
  options: string;
  tier: Tier;
  requestId: string;
}

/** Admits the job when a credit is left; false when the account has none. */
export async function admit(db: Db, job: NewJob, now: number): Promise<boolean> {
  const [won] = await db.batch([
    db
      .insert(jobs)
      .select(
        sql`select ${job.id}, id, ${job.source}, ${job.keyId}, ${job.url}, ${job.outputType}, ${job.options}, tier,
          'pending', 'queued', 0, null, null, ${now}, ${now}, null, null, ${job.requestId}, null, null, period_start, null,
          null, null, null, null, null, null, null, null, null, null, '[]', '{}'
          from accounts where id = ${job.accountId} and credits_used < monthly_credits and deleting_at is null`,
      )
      .returning({ id: jobs.id }),
    db
      .update(accounts)
      .set({ creditsUsed: sql`credits_used + 1` })
      .where(sql`id = ${job.accountId} and exists (select 1 from jobs where id = ${job.id})`),
    db
      .insert(ledger)
      .select(sql`select null, account_id, 'debit', id, 1, ${now} from jobs where id = ${job.id}`),
  ]);
  return won.length > 0;
}
