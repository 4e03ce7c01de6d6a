/** Clicks on a public key's buttons, per visitor and day. The row with an empty visitor counts the whole key. */
import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Db } from "../db.ts";
import { widgetUse } from "../schema.ts";

export interface Click {
  keyId: string;
  visitor: string;
  /** Days since 1970, UTC. */
  day: number;
}

/** Maximum clicks in a day. */
export interface DailyLimits {
  visitor: number;
  key: number;
}

const target = [widgetUse.keyId, widgetUse.visitor, widgetUse.day];

/**
 * Counts a click for its visitor and its key, unless either limit is reached. One batch, so concurrent clicks never
 * exceed a limit. A refused visitor's row is one above the limit; those clicks do not count for the key. Deletes the
 * rows of earlier days.
 */
export async function countClick(
  db: Db,
  { keyId, visitor, day }: Click,
  limits: DailyLimits,
): Promise<"counted" | "visitor_full" | "key_full"> {
  const [, [ofVisitor], [ofKey]] = await db.batch([
    db.delete(widgetUse).where(lt(widgetUse.day, day)),
    db
      .insert(widgetUse)
      .values({ keyId, visitor, day, jobs: 1 })
      .onConflictDoUpdate({ target, set: { jobs: sql`min(jobs + 1, ${limits.visitor + 1})` } })
      .returning({ jobs: widgetUse.jobs }),
    db
      .insert(widgetUse)
      .select(
        sql`select key_id, '', day, 1 from widget_use
          where key_id = ${keyId} and visitor = ${visitor} and day = ${day} and jobs <= ${limits.visitor}`,
      )
      .onConflictDoUpdate({ target, set: { jobs: sql`jobs + 1` }, setWhere: sql`jobs < ${limits.key}` })
      .returning({ jobs: widgetUse.jobs }),
  ]);
  if (!ofVisitor || ofVisitor.jobs > limits.visitor) return "visitor_full";
  return ofKey ? "counted" : "key_full";
}

/** Removes a click that created no job from the counts of its key and its visitor. */
export async function forgetClick(db: Db, click: Click): Promise<void> {
  const { keyId, visitor, day } = click;
  await db
    .update(widgetUse)
    .set({ jobs: sql`jobs - 1` })
    .where(
      and(eq(widgetUse.keyId, keyId), inArray(widgetUse.visitor, ["", visitor]), eq(widgetUse.day, day)),
    );
}

/**
 * Removes a click that created no job from the key's count. It stays in the visitor's count, which limits refused
 * clicks.
 */
export async function refundClick(db: Db, { keyId, day }: Click): Promise<void> {
  await db
    .update(widgetUse)
    .set({ jobs: sql`jobs - 1` })
    .where(and(eq(widgetUse.keyId, keyId), eq(widgetUse.visitor, ""), eq(widgetUse.day, day)));
}
