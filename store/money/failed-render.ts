/**
 * Time in the browser of failed jobs. They cost no credit, so a daily allowance of the plan limits what they can use.
 * Only faults of the page and of the request count.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../db.ts";
import { accounts } from "../schema.ts";
import { DAY_MS } from "./usage.ts";

/** Start of the next UTC day, when the time counts from 0 again. */
export function nextUtcDay(now: number): number {
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS;
}

/**
 * Statement that counts `ms` (SQL on the job) for the account of the job that `ending` selects. Put it into the batch
 * before the update that ends this job under the same condition: then it counts once, whatever is repeated.
 */
export function countFailedRender(db: Db, ending: SQL | undefined, ms: SQL, now: number) {
  return db
    .update(accounts)
    .set({
      failedRenderMs: sql`case when failed_render_until > ${now} then failed_render_ms else 0 end
        + (select ${ms} from jobs where ${ending})`,
      failedRenderUntil: nextUtcDay(now),
    })
    .where(sql`id = (select account_id from jobs where ${ending} and ${ms} > 0)`);
}
