/** How far a task that walks through a large set has come, so that its next run continues there. */
import { eq } from "drizzle-orm";
import type { Db } from "../db.ts";
import { walks } from "../schema.ts";

/** The last item of the walk's last run; null at the start. */
export async function readPosition(db: Db, name: string): Promise<string | null> {
  const [row] = await db.select().from(walks).where(eq(walks.name, name));
  return row?.position ?? null;
}

/** `position` null: the next run starts again. */
export async function writePosition(db: Db, name: string, position: string | null): Promise<void> {
  await db
    .insert(walks)
    .values({ name, position })
    .onConflictDoUpdate({ target: walks.name, set: { position } });
}
