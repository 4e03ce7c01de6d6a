/** The account that a statement works on. */
import { type SQL, sql } from "drizzle-orm";
import type { AllBound, Bound } from "../db.ts";
import type { PresentedKey } from "./api-key-format.ts";

/** A known account, or an API key: then the statement itself finds the account, in the same round trip. */
export type Owner = { accountId: string } | { key: PresentedKey };

/** `Owner` in a prepared statement. */
export type BoundOwner = { accountId: Bound<string> } | { key: AllBound<PresentedKey> };

export const BY_ACCOUNT: BoundOwner = { accountId: sql.placeholder("accountId") };
export const BY_KEY: BoundOwner = {
  key: { id: sql.placeholder("ownerKeyId"), hash: sql.placeholder("ownerKeyHash") },
};

/** The owner's values, keyed by the placeholders of BY_ACCOUNT or BY_KEY. */
export function ownerValues(owner: Owner): Record<string, string> {
  return "key" in owner
    ? { ownerKeyId: owner.key.id, ownerKeyHash: owner.key.hash }
    : { accountId: owner.accountId };
}

/**
 * The account's id as an SQL expression; null for an unknown or revoked key. A rotation can revoke a key in the future:
 * the database's own clock decides on each request, so no cron has to run. The index lookup is not constant-time: its
 * timing can reveal parts of the hash, but a hash does not lead back to a secret of 256 bits.
 */
export function accountOf(owner: BoundOwner): SQL {
  if ("accountId" in owner) return sql`${owner.accountId}`;
  const { id, hash } = owner.key;
  return sql`(select k.account_id from api_keys k where k.id = ${id} and k.hash = ${hash}
    and (k.revoked_at is null or k.revoked_at > unixepoch('subsec') * 1000))`;
}
