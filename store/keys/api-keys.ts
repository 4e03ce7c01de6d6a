/** Private API keys: one active key an account. */
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "../db.ts";
import { apiKeys } from "../schema.ts";

const HOUR_MS = 3_600_000;

export interface SealedKey {
  id: string;
  hash: string;
  sealed: string;
}

export function hourOf(now: number): number {
  return now - (now % HOUR_MS);
}

/** Notes the hour in which the key was used, once an hour. */
export async function touchKey(db: Db, id: string, now: number): Promise<void> {
  const hour = hourOf(now);
  await db
    .update(apiKeys)
    .set({ lastUsedAt: hour })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, hour))));
}

export async function readActiveKey(db: Db, accountId: string) {
  const [row] = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)));
  return row ?? null;
}

/** Statement that gives a new account its first key. */
export function insertKey(db: Db, key: SealedKey, accountId: string, now: number) {
  return db.insert(apiKeys).select(
    sql`select ${key.id}, a.id, ${key.hash}, ${key.sealed}, ${now}, null, null from accounts a
        where a.id = ${accountId} and a.deleting_at is null`,
  );
}

/** Statements that put the new key in the place of the old one, which stops working; its id stays for the usage list. */
export function replaceKey(db: Db, key: SealedKey, accountId: string, now: number) {
  return [
    db
      .update(apiKeys)
      .set({ revokedAt: now, sealed: "" })
      .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt))),
    insertKey(db, key, accountId, now),
  ] as const;
}
