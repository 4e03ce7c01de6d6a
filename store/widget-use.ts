/** How often each visitor clicked a key's buttons today; the row without a visitor counts the key as a whole. */
import { lt, sql } from "drizzle-orm";
import type { Db } from "./db.ts";
import { widgetUse } from "./schema.ts";

export interface WidgetUse {
  keyId: string;
  /** Empty for the key as a whole. */
  visitor: string;
  /** Days since 1970, UTC. */
  day: number;
}

/** Counts one more unless `limit` is reached, in one statement; false when it is. Drops what earlier days left. */
export async function countWidgetUse(db: Db, use: WidgetUse, limit: number): Promise<boolean> {
  const [, counted] = await db.batch([
    db.delete(widgetUse).where(lt(widgetUse.day, use.day)),
    db
      .insert(widgetUse)
      .values({ ...use, jobs: 1 })
      .onConflictDoUpdate({
        target: [widgetUse.keyId, widgetUse.visitor, widgetUse.day],
        set: { jobs: sql`jobs + 1` },
        setWhere: sql`jobs < ${limit}`,
      })
      .returning({ jobs: widgetUse.jobs }),
  ]);
  return counted.length > 0;
}
