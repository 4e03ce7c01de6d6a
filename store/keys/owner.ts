/** The account that a statement works on. */
import { type SQL, sql } from "drizzle-orm";
import type { KeyScope } from "#contract/api-keys.ts";
import type { AllBound, Bound } from "../db.ts";
import type { PresentedKey } from "./api-key-format.ts";

/**
 * A known account, or an API key with the scope that the call needs: then the statement itself finds the account, in the
 * same round trip.
 */
export type Owner = { accountId: string } | { key: PresentedKey; scope: KeyScope };

/** `Owner` in a prepared statement. */
export type BoundOwner =
  | { accountId: Bound<string> }
  | { key: AllBound<PresentedKey>; scope: Bound<KeyScope> };

export const BY_ACCOUNT: BoundOwner = { accountId: sql.placeholder("accountId") };
export const BY_KEY: BoundOwner = {
  key: {
    id: sql.placeholder("ownerKeyId"),
    hash: sql.placeholder("ownerKeyHash"),
    test: sql.placeholder("ownerKeyTest"),
  },
  scope: sql.placeholder("ownerScope"),
};

/** The owner's values, keyed by the placeholders of BY_ACCOUNT or BY_KEY. */
export function ownerValues(owner: Owner): Record<string, string | boolean> {
  if ("accountId" in owner) return { accountId: owner.accountId };
  const { key, scope } = owner;
  return { ownerKeyId: key.id, ownerKeyHash: key.hash, ownerKeyTest: key.test, ownerScope: scope };
}

/**
 * Condition on `api_keys k`: it is the presented key, and it works. A rotation can revoke a key in the future: the
 * database's own clock decides on each request, so no cron has to run. The index lookup is not constant-time: its timing
 * can reveal parts of the hash, but a hash does not lead back to a secret of 256 bits.
 */
function isPresented({ id, hash }: AllBound<PresentedKey>): SQL {
  return sql`k.id = ${id} and k.hash = ${hash}
    and (k.revoked_at is null or k.revoked_at > unixepoch('subsec') * 1000)`;
}

/** Condition on `api_keys k`: it has the scope of the call. No scope's name contains another one's. */
function hasScope(scope: Bound<KeyScope>): SQL {
  return sql`instr(k.scopes, ${scope}) > 0`;
}

/**
 * The account's id as an SQL expression; null for an unknown or revoked key, for one of a banned account, and for one
 * without the call's scope.
 */
export function accountOf(owner: BoundOwner): SQL {
  if ("accountId" in owner) return sql`${owner.accountId}`;
  const { key, scope } = owner;
  return sql`(select k.account_id from api_keys k where ${isPresented(key)} and ${hasScope(scope)}
    and not exists (select 1 from accounts b where b.id = k.account_id and b.banned_at is not null))`;
}

/**
 * As `accountOf`, but a key that lacks the scope, or whose account is banned, has its account too: only to say so, and for
 * the limit headers.
 */
export function holderOf(owner: BoundOwner): SQL {
  if ("accountId" in owner) return sql`${owner.accountId}`;
  return sql`(select k.account_id from api_keys k where ${isPresented(owner.key)})`;
}

/** Whether the owner may make the call, as an SQL expression on `accounts`. */
export function mayCall(owner: BoundOwner): SQL<number> {
  if ("accountId" in owner) return sql`1`;
  return sql`(accounts.banned_at is null
    and exists (select 1 from api_keys k where k.id = ${owner.key.id} and ${hasScope(owner.scope)}))`;
}

/** Whether the owner's jobs are test jobs. */
export function isTest(owner: BoundOwner): Bound<boolean> {
  return "key" in owner ? owner.key.test : false;
}

/**
 * Condition: `column` is the owner's mode. Without the plus, SQLite compiles the statement again for each value, because it
 * compares the value with the condition of the partial index `jobs_tests`. That took 20 times the statement's own time.
 */
export function isOfMode(column: SQL, owner: BoundOwner): SQL {
  return sql`${column} = +${isTest(owner)}`;
}

/** Condition on `jobs`: a key sees the jobs of its own mode. Undefined for a session, which sees all. */
export function isVisible(owner: BoundOwner): SQL | undefined {
  return "key" in owner ? isOfMode(sql`jobs.test`, owner) : undefined;
}
