/** The second factor of an account: an authenticator app (TOTP), passkeys, or both. */
import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { SecondFactor } from "#contract/account/second-factor.ts";
import type { Db } from "../db.ts";
import { passkeys, recoveryCodes, sessions, totpSecrets } from "../schema.ts";
import { hasSecondFactor } from "./has-factor.ts";
import { insertRecoveryCodes } from "./recovery-codes.ts";

/** The account's second factors as its owner sees them. */
export async function readSecondFactor(db: Db, accountId: string) {
  const [[totp], keys, [codes]] = await db.batch([
    db
      .select({ confirmedAt: totpSecrets.confirmedAt })
      .from(totpSecrets)
      .where(and(eq(totpSecrets.accountId, accountId), sql`confirmed_at is not null`)),
    db.select().from(passkeys).where(eq(passkeys.accountId, accountId)).orderBy(passkeys.createdAt),
    db
      .select({ left: sql<number>`count(*)` })
      .from(recoveryCodes)
      .where(eq(recoveryCodes.accountId, accountId)),
  ]);
  return { totpSince: totp?.confirmedAt ?? null, passkeys: keys, recoveryCodesLeft: codes?.left ?? 0 };
}

/** What the account has. Empty: two-step sign-in is off. */
export function factorsIn({
  totpSince,
  passkeys: keys,
}: Awaited<ReturnType<typeof readSecondFactor>>): SecondFactor[] {
  return [
    ...(totpSince === null ? [] : (["totp"] as const)),
    ...(keys.length === 0 ? [] : (["passkey"] as const)),
  ];
}

export async function factorsOf(db: Db, accountId: string): Promise<SecondFactor[]> {
  return factorsIn(await readSecondFactor(db, accountId));
}

/** A factor that the account's owner adds in a session. */
export interface Addition {
  accountId: string;
  /** Stays; the account's other sessions end when its first factor is added, because they began without one. */
  sessionId: string;
  /** Hashes of the recovery codes that are stored with the first factor. */
  codeHashes: readonly string[];
}

/**
 * Statements for the batch that adds a factor, before it does. `isAdded` is the condition under which it is added. The
 * first one returns the stored recovery codes: all if this is the first factor, else no rows.
 */
export function beforeFactor(
  db: Db,
  { accountId, sessionId, codeHashes }: Addition,
  isAdded: SQL,
  now: number,
) {
  const isFirst = sql`not ${hasSecondFactor(accountId)} and ${isAdded}`;
  return [
    insertRecoveryCodes(db, accountId, codeHashes, now, isFirst),
    db
      .delete(sessions)
      .where(and(eq(sessions.accountId, accountId), ne(sessions.id, sessionId), sql`${isFirst}`)),
  ] as const;
}

/** Statement for the batch that removes a factor, after it did: without a factor, no recovery code is left. */
export function deleteUselessCodes(db: Db, accountId: string) {
  return db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.accountId, accountId), sql`not ${hasSecondFactor(accountId)}`));
}
