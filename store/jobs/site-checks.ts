/**
 * Site checks: jobs that look for the button on a page. They have the guard, the queue and the rate limits of every job,
 * and a daily limit in place of a credit.
 */
import { and, eq, sql } from "drizzle-orm";
import { JobOptions } from "#contract/job/request.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Db } from "../db.ts";
import { insertFrom } from "../insert-from.ts";
import { DAY_MS, selectUsage, toUsage, type Usage } from "../money/usage.ts";
import { accounts, jobs } from "../schema.ts";
import { mayRender, type RenderRefusal, renderRefusal } from "./admit.ts";
import type { JobRow } from "./jobs.ts";

export type CheckAdmission =
  | { outcome: "admitted"; usage: Usage }
  | RenderRefusal
  /** LIMITS.siteChecksPerDay is reached. `freesAt`: when the next check fits, Unix ms. */
  | { outcome: "checks_used_up"; freesAt: number }
  | { outcome: "no_account" };

/** The page is loaded as for a screenshot of the whole page. */
const OPTIONS = JSON.stringify(JobOptions.parse({ outputType: "screenshot" }));

/** Inserts the check, unless a limit is reached. One statement decides, so concurrent requests never exceed a limit. */
export async function admitCheck(
  db: Db,
  accountId: string,
  check: { id: string; url: string; requestId: string },
  now: number,
): Promise<CheckAdmission> {
  const owner = { accountId };
  const since = now - DAY_MS;
  const recent = sql`from jobs c where c.account_id = accounts.id and c.source = 'check' and c.created_at > ${since}`;
  const insert = insertFrom(
    db,
    jobs,
    {
      ...check,
      accountId: sql`accounts.id`,
      source: "check",
      outputType: "screenshot",
      options: OPTIONS,
      tier: sql`accounts.tier`,
      queuedAt: now,
      createdAt: now,
      creditPeriod: 0,
    },
    sql`from accounts where ${mayRender(owner, now)} and (select count(*) ${recent}) < ${LIMITS.siteChecksPerDay}`,
  ).returning({ id: jobs.id });
  const [[admitted], [row], [oldest]] = await db.batch([
    insert,
    selectUsage(db, owner, now),
    db
      .select({ at: sql<number | null>`(select min(c.created_at) ${recent})` })
      .from(accounts)
      .where(eq(accounts.id, accountId)),
  ]);
  if (!row) return { outcome: "no_account" };
  const usage = toUsage(row, now);
  if (admitted) return { outcome: "admitted", usage };
  return renderRefusal(usage) ?? { outcome: "checks_used_up", freesAt: (oldest?.at ?? now) + DAY_MS };
}

export async function readCheck(db: Db, accountId: string, id: string): Promise<JobRow | null> {
  const [row] = await db
    .select()
    .from(jobs)
    .where(and(eq(jobs.id, id), eq(jobs.accountId, accountId), eq(jobs.source, "check")));
  return row ?? null;
}
