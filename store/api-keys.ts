/** Private API keys: one active key an account, found by its id and compared by its hash. */
import { Buffer } from "node:buffer";
import { timingSafeEqual } from "node:crypto";
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { readApiKey } from "./api-key-format.ts";
import type { Db } from "./db.ts";
import { accounts, apiKeys } from "./schema.ts";

const HOUR_MS = 3_600_000;

export interface SealedKey {
  id: string;
  hash: string;
  sealed: string;
}

/** Who a presented key belongs to; null when it is not one of ours, or revoked. */
export async function findKeyOwner(db: Db, text: string) {
  const presented = await readApiKey(text);
  if (!presented) return null;
  const [row] = await db
    .select({
      keyId: apiKeys.id,
      hash: apiKeys.hash,
      lastUsedAt: apiKeys.lastUsedAt,
      accountId: accounts.id,
      tier: accounts.tier,
    })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(and(eq(apiKeys.id, presented.id), isNull(apiKeys.revokedAt), isNull(accounts.deletingAt)));
  if (!row) return null;
  const isSame = timingSafeEqual(Buffer.from(row.hash, "hex"), Buffer.from(presented.hash, "hex"));
  return isSame ? row : null;
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
