/** How the parts of the service worked on each of the last days. */
import { asc, gte, lt, sql } from "drizzle-orm";
import type { Health, HealthHistory } from "#contract/health.ts";
import { HEALTH_PARTS } from "#contract/health-parts.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Db } from "./db.ts";
import { healthDays } from "./schema.ts";

const DAY_MS = 86_400_000;

function firstDay(now: number): number {
  return Math.floor(now / DAY_MS) - LIMITS.healthDays + 1;
}

/** Counts one check of each part for the UTC day of `now` (Unix ms). */
export async function countCheck(db: Db, parts: Health["parts"], now: number): Promise<void> {
  const day = Math.floor(now / DAY_MS);
  const rows = HEALTH_PARTS.map((part) => ({ day, part, [parts[part]]: 1 }));
  await db
    .insert(healthDays)
    .values(rows)
    .onConflictDoUpdate({
      target: [healthDays.day, healthDays.part],
      set: {
        ok: sql`ok + excluded.ok`,
        degraded: sql`degraded + excluded.degraded`,
        down: sql`down + excluded.down`,
      },
    });
}

/** The last LIMITS.healthDays days up to `now` (Unix ms), oldest first. */
export async function readHealthDays(db: Db, now: number): Promise<HealthHistory["days"]> {
  const rows = await db
    .select()
    .from(healthDays)
    .where(gte(healthDays.day, firstDay(now)))
    .orderBy(asc(healthDays.day), asc(healthDays.part));
  return rows.map(({ day, ...rest }) => ({
    date: new Date(day * DAY_MS).toISOString().slice(0, 10),
    ...rest,
  }));
}

export async function forgetOldHealthDays(db: Db, now: number): Promise<void> {
  await db.delete(healthDays).where(lt(healthDays.day, firstDay(now)));
}
