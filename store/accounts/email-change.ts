/** A change of an account's address. It happens when both mailboxes, the old and the new one, have confirmed it. */
import { and, eq, gt, lte, or, sql } from "drizzle-orm";
import { LIMITS } from "#contract/limits.ts";
import { type Device, noteActivity } from "../activity/activity.ts";
import type { Db } from "../db.ts";
import { insertFrom } from "../insert-from.ts";
import { accounts, emailChanges, mailedTokens, pendingSignIns } from "../schema.ts";
import { shardOfId } from "../secrets/ids.ts";
import type { MailboxHash } from "../secrets/mailbox.ts";
import { sha256Hex } from "../secrets/sha256.ts";
import { newToken } from "../secrets/tokens.ts";
import { rememberFreeCredits } from "./free-credits.ts";

const LIFE_MS = LIMITS.emailChangeHours * 3_600_000;

export type EmailChangeRow = typeof emailChanges.$inferSelect;

/** A new change with the token of each mailbox. Nothing is stored until `insertEmailChange` runs. */
export function newEmailChange(accountId: string, oldEmail: string, newEmail: string, now: number) {
  const shard = shardOfId(accountId);
  const [ofOld, ofNew] = [newToken(shard), newToken(shard)];
  const row = {
    accountId,
    oldEmail,
    newEmail,
    oldHash: ofOld.hash,
    newHash: ofNew.hash,
    createdAt: now,
    expiresAt: now + LIFE_MS,
  };
  return { tokens: { old: ofOld.token, new: ofNew.token }, row };
}

/** Statement that stores the change in place of an earlier one, if the mail to the old address is in the outbox. */
export function insertEmailChange(db: Db, row: ReturnType<typeof newEmailChange>["row"], mailId: string) {
  return insertFrom(
    db,
    emailChanges,
    row,
    sql`from accounts a where a.id = ${row.accountId} and a.email = ${row.oldEmail} and a.deleting_at is null
      and exists (select 1 from mails m where m.id = ${mailId})`,
  ).onConflictDoUpdate({
    target: emailChanges.accountId,
    set: { ...row, oldConfirmedAt: null, newConfirmedAt: null },
  });
}

export async function readEmailChange(
  db: Db,
  accountId: string,
  now: number,
): Promise<EmailChangeRow | null> {
  const [row] = await db
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.accountId, accountId), gt(emailChanges.expiresAt, now)));
  return row ?? null;
}

/** Statement that cancels the change. */
export function deleteEmailChange(db: Db, accountId: string) {
  return db.delete(emailChanges).where(eq(emailChanges.accountId, accountId));
}

function hasToken(token: string) {
  const hash = sha256Hex(token);
  return or(eq(emailChanges.oldHash, hash), eq(emailChanges.newHash, hash));
}

/** The change that the token confirms; null when it is unknown, used or expired. */
export async function findEmailChange(db: Db, token: string, now: number): Promise<EmailChangeRow | null> {
  const [row] = await db
    .select()
    .from(emailChanges)
    .where(and(hasToken(token), gt(emailChanges.expiresAt, now)));
  return row ?? null;
}

/** Condition on the account's row: both mailboxes have confirmed, and no account uses the new address. */
const isReady = sql`exists (select 1 from email_changes c where c.account_id = accounts.id
  and c.old_email = accounts.email and c.old_confirmed_at is not null and c.new_confirmed_at is not null
  and not exists (select 1 from accounts o where o.email = c.new_email))`;

/**
 * Uses up the token for its mailbox. If the other mailbox has confirmed before, the address changes: mailed links to the
 * old one and pending sign-ins end, and its mailbox keeps the used free credits (`mailbox` is its keyed hash), as after
 * a deletion. Null when the token was used meanwhile, or when an account uses the new address by now.
 */
export async function confirmEmailChange(
  db: Db,
  {
    accountId,
    token,
    mailbox,
    device,
  }: { accountId: string; token: string; mailbox: MailboxHash; device: Device },
  now: number,
): Promise<{ isChanged: boolean } | null> {
  const hash = sha256Hex(token);
  const isMineReady = sql`exists (select 1 from accounts where accounts.id = ${accountId} and ${isReady})`;
  const [[confirmed], , , , , [changed]] = await db.batch([
    db
      .update(emailChanges)
      .set({
        oldConfirmedAt: sql`case when old_hash = ${hash} then ${now} else old_confirmed_at end`,
        newConfirmedAt: sql`case when new_hash = ${hash} then ${now} else new_confirmed_at end`,
        oldHash: sql`nullif(old_hash, ${hash})`,
        newHash: sql`nullif(new_hash, ${hash})`,
      })
      .where(
        and(
          eq(emailChanges.accountId, accountId),
          hasToken(token),
          gt(emailChanges.expiresAt, now),
          sql`exists (select 1 from accounts a where a.id = ${accountId} and a.email = email_changes.old_email
            and a.deleting_at is null)`,
        ),
      )
      .returning({ old: emailChanges.oldConfirmedAt, new: emailChanges.newConfirmedAt }),
    noteActivity(db, { accountId, kind: "email_changed", device }, now, isReady),
    rememberFreeCredits(db, accountId, mailbox, now, isReady),
    db.delete(mailedTokens).where(and(eq(mailedTokens.accountId, accountId), isMineReady)),
    db.delete(pendingSignIns).where(and(eq(pendingSignIns.accountId, accountId), isMineReady)),
    db
      .update(accounts)
      .set({
        email: sql`(select c.new_email from email_changes c where c.account_id = accounts.id)`,
        stripeEmailDue: sql`stripe_customer_id is not null`,
      })
      .where(and(eq(accounts.id, accountId), isReady))
      .returning({ id: accounts.id }),
    db
      .delete(emailChanges)
      .where(
        and(
          eq(emailChanges.accountId, accountId),
          sql`old_confirmed_at is not null and new_confirmed_at is not null`,
        ),
      ),
  ]);
  if (!confirmed) return null;
  if (changed) return { isChanged: true };
  return confirmed.old === null || confirmed.new === null ? { isChanged: false } : null;
}

export async function forgetExpiredEmailChanges(db: Db, now: number): Promise<void> {
  await db.delete(emailChanges).where(lte(emailChanges.expiresAt, now));
}

/** Accounts whose Stripe customer has an earlier address. */
export async function staleStripeEmails(db: Db, limit: number) {
  return db
    .select({ id: accounts.id, email: accounts.email, customer: accounts.stripeCustomerId })
    .from(accounts)
    .where(sql`stripe_email_due = 1 and deleting_at is null`)
    .limit(limit);
}

/** Notes that Stripe has the address, if it is still the account's. */
export async function noteStripeEmail(db: Db, id: string, email: string): Promise<void> {
  await db
    .update(accounts)
    .set({ stripeEmailDue: false })
    .where(and(eq(accounts.id, id), eq(accounts.email, email)));
}
