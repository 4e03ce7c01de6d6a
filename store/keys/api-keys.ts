/** Private API keys: each account has one active key, and after a rotation one old key that may work for a while. */
import { and, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "../db.ts";
import { apiKeys } from "../schema.ts";

const HOUR_MS = 3_600_000;

export interface SealedKey {
  id: string;
  hash: string;
  sealed: string;
}

/** Start of the hour, Unix ms. */
export function hourOf(now: number): number {
  return now - (now % HOUR_MS);
}

/** Stores the hour of the key's last use. Writes at most once an hour. */
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

/** The key before the last rotation while it works: `revokedAt` is when it stops. */
export async function readOldKey(db: Db, accountId: string, now: number) {
  const [row] = await db
    .select({ lastUsedAt: apiKeys.lastUsedAt, revokedAt: apiKeys.revokedAt })
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), gt(apiKeys.revokedAt, now)));
  return row ?? null;
}

/** Condition: the key before the last rotation works. */
export function hasOldKey(accountId: string, now: number) {
  return sql`exists (select 1 from api_keys k where k.account_id = ${accountId} and k.revoked_at > ${now})`;
}

/** Condition: the key exists. */
export function hasKey(id: string) {
  return sql`exists (select 1 from api_keys k where k.id = ${id})`;
}

/** Statement that ends the old key now. */
export function endOldKey(db: Db, accountId: string, now: number) {
  return db
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(eq(apiKeys.accountId, accountId), gt(apiKeys.revokedAt, now)));
}

/** Statement that adds a key to an account that is not being deleted. */
export function insertKey(db: Db, key: SealedKey, accountId: string, now: number) {
  return db.insert(apiKeys).select(
    sql`select ${key.id}, a.id, ${key.hash}, ${key.sealed}, ${now}, null, null from accounts a
        where a.id = ${accountId} and a.deleting_at is null`,
  );
}

/**
 * Statements that replace the active key, which works until `worksUntil`. A still older key stops working. The ids of old
 * keys stay for the usage history.
 */
export function replaceKey(db: Db, key: SealedKey, accountId: string, now: number, worksUntil = now) {
  return [
    endOldKey(db, accountId, now),
    db
      .update(apiKeys)
      .set({ revokedAt: worksUntil, sealed: "" })
      .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt))),
    insertKey(db, key, accountId, now),
  ] as const;
}
