/** Single-use tokens of mailed links. D1 holds only their SHA-256; using a token is one DELETE. */
import { and, eq, gt, lte, sql } from "drizzle-orm";
import { LIMITS } from "#contract/limits.ts";
import type { Db } from "../db.ts";
import { accounts, type MAILED_TOKEN_PURPOSES, mailedTokens } from "../schema.ts";
import { sha256Hex } from "../secrets/sha256.ts";
import { newToken } from "../secrets/tokens.ts";

export type TokenPurpose = (typeof MAILED_TOKEN_PURPOSES)[number];

const MINUTE_MS = 60_000;

const LIFE_MS = {
  verify: LIMITS.verificationHours * 60 * MINUTE_MS,
  magic_link: LIMITS.mailedTokenMinutes * MINUTE_MS,
  reset: LIMITS.mailedTokenMinutes * MINUTE_MS,
} as const satisfies Record<TokenPurpose, number>;

export interface MailedToken {
  token: string;
  hash: string;
  purpose: TokenPurpose;
  expiresAt: number;
}

/** A new token for an account in database `shard`. Nothing is stored until `insertToken` runs. */
export async function newMailedToken(purpose: TokenPurpose, now: number, shard = 0): Promise<MailedToken> {
  return { ...newToken(shard), purpose, expiresAt: now + LIFE_MS[purpose] };
}

/** Statement that stores the token, if the mail that carries it (`mailId`) is in the outbox. */
export function insertToken(db: Db, token: MailedToken, accountId: string, mailId: string) {
  return db.insert(mailedTokens).select(
    sql`select ${token.hash}, ${token.purpose}, a.id, a.email, ${token.expiresAt} from accounts a
      where a.id = ${accountId} and a.deleting_at is null and exists (select 1 from mails m where m.id = ${mailId})`,
  );
}

/**
 * Uses up the token and returns its account; null when it is unknown, used, expired or for another purpose.
 * Verification confirms the password that was set at registration, so an account without a password (see `disown`) has
 * nothing to confirm, even if the mail was sent before.
 */
export async function consumeToken(
  db: Db,
  token: string,
  purpose: TokenPurpose,
  now: number,
): Promise<{ accountId: string; email: string } | null> {
  const [row] = await db
    .delete(mailedTokens)
    .where(
      and(
        eq(mailedTokens.hash, sha256Hex(token)),
        eq(mailedTokens.purpose, purpose),
        gt(mailedTokens.expiresAt, now),
        sql`exists (select 1 from ${accounts} a where a.id = mailed_tokens.account_id
          and a.email = mailed_tokens.email and a.deleting_at is null
          and (mailed_tokens.purpose <> 'verify' or a.password_hash is not null))`,
      ),
    )
    .returning({ accountId: mailedTokens.accountId, email: mailedTokens.email });
  return row ?? null;
}

/** Statement that invalidates every link mailed to the account. */
export function deleteTokens(db: Db, accountId: string) {
  return db.delete(mailedTokens).where(eq(mailedTokens.accountId, accountId));
}

export async function forgetExpiredTokens(db: Db, now: number): Promise<void> {
  await db.delete(mailedTokens).where(lte(mailedTokens.expiresAt, now));
}
