/** Public keys: the owner manages them, and a button's request looks them up. */
import { and, desc, eq, isNull, lt, or, sql } from "drizzle-orm";
import { LIMITS } from "#contract/limits.ts";
import type { Tier } from "#contract/plans.ts";
import type { Db } from "../db.ts";
import { insertFrom } from "../insert-from.ts";
import { accounts, publicKeys } from "../schema.ts";

export type PublicKeyRow = typeof publicKeys.$inferSelect;
type Editable = Pick<PublicKeyRow, "name" | "authorizedDomains" | "restrictTargets" | "overageEnabled">;
type NewPublicKey = Omit<Editable, "overageEnabled"> & { id: string; key: string };

export interface KeyOwner {
  id: string;
  accountId: string;
  tier: Tier;
  authorizedDomains: string[];
  restrictTargets: boolean;
  overageEnabled: boolean;
  lastUsedAt: number | null;
}

export function listPublicKeys(db: Db, accountId: string): Promise<PublicKeyRow[]> {
  return db
    .select()
    .from(publicKeys)
    .where(eq(publicKeys.accountId, accountId))
    .orderBy(desc(publicKeys.createdAt), desc(publicKeys.id));
}

/** Null when the account has LIMITS.publicKeys already. */
export async function insertPublicKey(
  db: Db,
  accountId: string,
  key: NewPublicKey,
  now: number,
): Promise<PublicKeyRow | null> {
  const [row] = await insertFrom(
    db,
    publicKeys,
    { ...key, accountId: sql`a.id`, createdAt: now },
    sql`from accounts a where a.id = ${accountId} and a.deleting_at is null
      and (select count(*) from public_keys p where p.account_id = a.id) < ${LIMITS.publicKeys}`,
  ).returning();
  return row ?? null;
}

/** Null when the account has no such key. */
export async function updatePublicKey(
  db: Db,
  accountId: string,
  id: string,
  change: Partial<Editable>,
): Promise<PublicKeyRow | null> {
  const [row] = await db
    .update(publicKeys)
    .set(change)
    .where(and(eq(publicKeys.accountId, accountId), eq(publicKeys.id, id)))
    .returning();
  return row ?? null;
}

/** False when the account has no such key. */
export async function deletePublicKey(db: Db, accountId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(publicKeys)
    .where(and(eq(publicKeys.accountId, accountId), eq(publicKeys.id, id)))
    .returning({ id: publicKeys.id });
  return gone.length > 0;
}

/** The key with what a button's request needs; null for a deleted key, and while its account is being deleted. */
export async function findPublicKey(db: Db, key: string): Promise<KeyOwner | null> {
  const [owner] = await db
    .select({
      id: publicKeys.id,
      accountId: publicKeys.accountId,
      tier: accounts.tier,
      authorizedDomains: publicKeys.authorizedDomains,
      restrictTargets: publicKeys.restrictTargets,
      overageEnabled: publicKeys.overageEnabled,
      lastUsedAt: publicKeys.lastUsedAt,
    })
    .from(publicKeys)
    .innerJoin(accounts, eq(accounts.id, publicKeys.accountId))
    .where(and(eq(publicKeys.key, key), isNull(accounts.deletingAt)));
  return owner ?? null;
}

/** Stores the time of the key's last use, at most once an hour, so that not every click writes. */
export async function touchPublicKey(db: Db, keyId: string, now: number): Promise<void> {
  const anHourAgo = now - 3_600_000;
  await db
    .update(publicKeys)
    .set({ lastUsedAt: now })
    .where(
      and(eq(publicKeys.id, keyId), or(isNull(publicKeys.lastUsedAt), lt(publicKeys.lastUsedAt, anHourAgo))),
    );
}
