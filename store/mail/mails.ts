/** The outbox: a mail is stored in the batch of the change that causes it, before anything is sent. */
import { and, eq, isNull, lt, lte, sql } from "drizzle-orm";
import type { Db } from "../db.ts";
import { insertFrom } from "../insert-from.ts";
import { mails } from "../schema.ts";

export type MailRow = typeof mails.$inferSelect;

export interface NewMail {
  id: string;
  /** Null when the recipient has no account. */
  accountId: string | null;
  dedupeKey: string | null;
  recipient: string;
  template: string;
  payload: string;
}

const DAY_MS = 86_400_000;

/**
 * Statement that stores the mail and returns its id. It writes nothing and returns no row if a mail has the same dedupe
 * key, or if `only` is false.
 */
export function insertMail(db: Db, mail: NewMail, now: number, only = sql`1`, requested = false) {
  return insertFrom(db, mails, { ...mail, requested, createdAt: now, nextAttemptAt: now }, sql`where ${only}`)
    .onConflictDoNothing()
    .returning({ id: mails.id });
}

/** Claims the mail for `leaseMs`; null when it was sent or abandoned, is not due, or another sender holds it. */
export async function claimMail(db: Db, id: string, now: number, leaseMs: number): Promise<MailRow | null> {
  const [row] = await db
    .update(mails)
    .set({ attempts: sql`attempts + 1`, nextAttemptAt: now + leaseMs })
    .where(
      and(eq(mails.id, id), isNull(mails.sentAt), isNull(mails.failedReason), lte(mails.nextAttemptAt, now)),
    )
    .returning();
  return row ?? null;
}

/** Marks the mail as sent and deletes its content. */
export async function markSent(db: Db, id: string, now: number): Promise<void> {
  await db.update(mails).set({ sentAt: now, payload: "" }).where(eq(mails.id, id));
}

/** Abandons the mail: stores the reason and deletes its content. */
export async function abandonMail(db: Db, id: string, reason: string): Promise<void> {
  await db.update(mails).set({ failedReason: reason, payload: "" }).where(eq(mails.id, id));
}

export async function postpone(db: Db, id: string, until: number): Promise<void> {
  await db.update(mails).set({ nextAttemptAt: until }).where(eq(mails.id, id));
}

/** Like `postpone`, and the failed attempt does not count. */
export async function postponeUncounted(db: Db, id: string, until: number): Promise<void> {
  await db.update(mails).set({ nextAttemptAt: until, attempts: sql`attempts - 1` }).where(eq(mails.id, id));
}

/** Deletes the whole row: for the last mail to the owner of a deleted account. */
export async function forgetMail(db: Db, id: string): Promise<void> {
  await db.delete(mails).where(eq(mails.id, id));
}

/** Ids of mails that were due before `before` and still wait, because their queue message was lost. */
export async function overdueMails(db: Db, before: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: mails.id })
    .from(mails)
    .where(and(isNull(mails.sentAt), isNull(mails.failedReason), lt(mails.nextAttemptAt, before)))
    .limit(limit);
  return rows.map((row) => row.id);
}

/** Deletes mails to recipients without an account after a day. */
export async function deleteUnknownRecipients(db: Db, now: number): Promise<void> {
  await db.delete(mails).where(and(isNull(mails.accountId), lt(mails.createdAt, now - DAY_MS)));
}

/**
 * Deletes mails created before `before`. This must be longer ago than a credit period, or its notices are sent again.
 */
export async function forgetMailsBefore(db: Db, before: number): Promise<void> {
  await db.delete(mails).where(lt(mails.createdAt, before));
}
