/** Sign-ins whose first factor was right and that wait for the second. D1 holds only the SHA-256 of their tokens. */
import { and, eq, gt, isNull, lte, sql } from "drizzle-orm";
import { LIMITS } from "#contract/limits.ts";
import type { Db } from "../db.ts";
import { insertFrom } from "../insert-from.ts";
import { accounts, pendingSignIns, type SIGN_IN_WAYS } from "../schema.ts";
import { sha256Hex } from "../secrets/sha256.ts";
import { newToken } from "../secrets/tokens.ts";
import { hasSecondFactor } from "./has-factor.ts";

const LIFE_MS = LIMITS.pendingSignInMinutes * 60_000;

export type SignInWay = (typeof SIGN_IN_WAYS)[number];

export interface PendingSignIn {
  token: string;
  hash: string;
  way: SignInWay;
  expiresAt: number;
}

/** A pending sign-in with a new token, for an account in database `shard`. Nothing is stored until `insertPendingSignIn` runs. */
export function newPendingSignIn(way: SignInWay, now: number, shard = 0): PendingSignIn {
  return { ...newToken(shard), way, expiresAt: now + LIFE_MS };
}

/**
 * Statement that stores the pending sign-in and returns its hash, if the account has a second factor. With
 * `passwordHash`, only while the account still has that password.
 */
export function insertPendingSignIn(
  db: Db,
  { hash, way, expiresAt }: PendingSignIn,
  accountId: string,
  passwordHash?: string,
) {
  const isUnchanged = passwordHash === undefined ? sql`1` : sql`a.password_hash = ${passwordHash}`;
  return insertFrom(
    db,
    pendingSignIns,
    { hash, accountId: sql`a.id`, way, expiresAt },
    sql`from accounts a where a.id = ${accountId} and a.deleting_at is null and a.banned_at is null and ${isUnchanged}
      and ${hasSecondFactor(accountId)}`,
  ).returning({ hash: pendingSignIns.hash });
}

/** The pending sign-in with this token, and its account; null if the token is unknown or expired. */
export async function findPendingSignIn(db: Db, token: string, now: number) {
  const [row] = await db
    .select({ hash: pendingSignIns.hash, way: pendingSignIns.way, account: accounts })
    .from(pendingSignIns)
    .innerJoin(accounts, eq(accounts.id, pendingSignIns.accountId))
    .where(
      and(
        eq(pendingSignIns.hash, sha256Hex(token)),
        gt(pendingSignIns.expiresAt, now),
        isNull(accounts.deletingAt),
      ),
    );
  return row ?? null;
}

/** Condition: the pending sign-in exists and belongs to the account. */
export function isPending(hash: string, accountId: string, now: number) {
  return sql`exists (select 1 from pending_sign_ins w where w.hash = ${hash} and w.account_id = ${accountId}
    and w.expires_at > ${now})`;
}

/** Statement that uses up the pending sign-in. */
export function deletePendingSignIn(db: Db, hash: string) {
  return db.delete(pendingSignIns).where(eq(pendingSignIns.hash, hash));
}

/** Statement that ends all pending sign-ins of the account. */
export function deletePendingSignIns(db: Db, accountId: string) {
  return db.delete(pendingSignIns).where(eq(pendingSignIns.accountId, accountId));
}

export async function forgetExpiredSignIns(db: Db, now: number): Promise<void> {
  await db.delete(pendingSignIns).where(lte(pendingSignIns.expiresAt, now));
}
