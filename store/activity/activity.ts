/** The activity of an account: sensitive acts, for its owner to check. Each is written in the batch of its act. */
import { and, desc, eq, lte, type SQL, sql } from "drizzle-orm";
import type { ActivityKind } from "#contract/account/activity.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Db } from "../db.ts";
import { insertFrom } from "../insert-from.ts";
import { activities } from "../schema.ts";
import { newId } from "../secrets/ids.ts";

const DAY_MS = 86_400_000;
const USER_AGENT_CHARS = 200;

/** Where a request comes from. No network address: the country is enough to recognize one's own acts. */
export interface Device {
  userAgent: string;
  country: string | null;
}

export interface Act {
  accountId: string;
  kind: ActivityKind;
  detail?: string | SQL;
  /** Null for an act without a request, such as the end of a plan. */
  device: Device | null;
}

/** Statement that notes the act, if `when` is true at its place in the batch. */
export function noteActivity(db: Db, { accountId, kind, detail, device }: Act, now: number, when = sql`1`) {
  return insertFrom(
    db,
    activities,
    {
      id: newId("act"),
      accountId: sql`accounts.id`,
      kind,
      detail,
      userAgent: device?.userAgent.slice(0, USER_AGENT_CHARS),
      country: device?.country,
      createdAt: now,
    },
    sql`from accounts where accounts.id = ${accountId} and accounts.deleting_at is null and ${when}`,
  );
}

/** The account's activity, newest first. `after` is the last entry of the previous page. */
export async function listActivities(
  db: Db,
  accountId: string,
  { after, limit }: { after?: { createdAt: number; id: string } | undefined; limit: number },
) {
  return db
    .select()
    .from(activities)
    .where(
      and(
        eq(activities.accountId, accountId),
        after && sql`(created_at, id) < (${after.createdAt}, ${after.id})`,
      ),
    )
    .orderBy(desc(activities.createdAt), desc(activities.id))
    .limit(limit);
}

export async function forgetOldActivities(db: Db, now: number): Promise<void> {
  await db.delete(activities).where(lte(activities.createdAt, now - LIMITS.activityDays * DAY_MS));
}
