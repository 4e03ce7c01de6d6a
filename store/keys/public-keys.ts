/** Public keys as their owner manages them. Every statement takes the account. */
import { and, desc, eq, sql } from "drizzle-orm";
import { LIMITS } from "#contract/limits.ts";
import type { Db } from "../db.ts";
import { publicKeys } from "../schema.ts";

export type PublicKeyRow = typeof publicKeys.$inferSelect;
type Editable = Pick<PublicKeyRow, "name" | "authorizedDomains" | "restrictTargets">;

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
  key: Editable & { id: string; key: string },
  now: number,
): Promise<PublicKeyRow | null> {
  const [row] = await db
    .insert(publicKeys)
    .select(
      sql`select ${key.id}, a.id, ${key.name}, ${key.key}, ${JSON.stringify(key.authorizedDomains)},
        ${key.restrictTargets ? 1 : 0}, ${now}, null from accounts a
        where a.id = ${accountId} and a.deleting_at is null
        and (select count(*) from public_keys p where p.account_id = a.id) < ${LIMITS.publicKeys}`,
    )
    .returning();
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
