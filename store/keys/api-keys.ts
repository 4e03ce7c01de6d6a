/** Default API keys: each account has one, and after a rotation one old key that may work for a while. */
import { and, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "../db.ts";
import { insertFrom } from "../insert-from.ts";
import { apiKeys } from "../schema.ts";
import type { PresentedKey } from "./api-key-format.ts";

const MINUTE_MS = 60_000;

export interface SealedKey extends PresentedKey {
  sealed: string;
}

/** Start of the minute, Unix ms. */
export function minuteOf(now: number): number {
  return now - (now % MINUTE_MS);
}

/** Stores the minute of the key's last use. Writes at most once a minute. */
export async function touchKey(db: Db, id: string, now: number): Promise<void> {
  const minute = minuteOf(now);
  await db
    .update(apiKeys)
    .set({ lastUsedAt: minute })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, minute))));
}

/** Condition: the account's default key, or an old one. */
const isDefault = isNull(apiKeys.name);

export async function readActiveKey(db: Db, accountId: string) {
  const [row] = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt), isDefault));
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

/** Statement that adds a default key to an account that is not being deleted. */
export function insertKey(db: Db, key: SealedKey, accountId: string, now: number) {
  return insertFrom(
    db,
    apiKeys,
    { ...key, accountId: sql`a.id`, createdAt: now },
    sql`from accounts a where a.id = ${accountId} and a.deleting_at is null`,
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
      .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt), isDefault)),
    insertKey(db, key, accountId, now),
  ] as const;
}
