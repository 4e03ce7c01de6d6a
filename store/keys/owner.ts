/** Whose account a statement works on. */
import { type SQL, sql } from "drizzle-orm";
import type { AllBound, Bound } from "../db.ts";
import type { PresentedKey } from "./api-key-format.ts";

/** An account that is known already, or an API key: then the statement itself finds the account, in the same round trip. */
export type Owner = { accountId: string } | { key: PresentedKey };

/** The same, in a statement that is built once. */
export type BoundOwner = { accountId: Bound<string> } | { key: AllBound<PresentedKey> };

export const BY_ACCOUNT: BoundOwner = { accountId: sql.placeholder("accountId") };
export const BY_KEY: BoundOwner = {
  key: { id: sql.placeholder("ownerKeyId"), hash: sql.placeholder("ownerKeyHash") },
};

/** The owner under the names of BY_ACCOUNT or BY_KEY. */
export function ownerValues(owner: Owner): Record<string, string> {
  return "key" in owner
    ? { ownerKeyId: owner.key.id, ownerKeyHash: owner.key.hash }
    : { accountId: owner.accountId };
}

/**
 * The account's id as an SQL expression; null for a key that is unknown or revoked. The hash is compared as any indexed
 * lookup compares: how long that takes tells of the hash at most, and no secret of 256 bits can be made to fit one.
 */
export function accountOf(owner: BoundOwner): SQL {
  if ("accountId" in owner) return sql`${owner.accountId}`;
  const { id, hash } = owner.key;
  return sql`(select k.account_id from api_keys k where k.id = ${id} and k.hash = ${hash} and k.revoked_at is null)`;
}
