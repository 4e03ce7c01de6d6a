/**
 * Deletes an account in two steps. The first ends all access and frees the address. The second deletes the data, may
 * take several runs, and keeps what accounting law requires, without the address.
 */
import { and, asc, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { Db } from "../db.ts";
import { insertMail, type NewMail } from "../mail/mails.ts";
import {
  accounts,
  activities,
  apiKeys,
  emailChanges,
  jobs,
  ledger,
  mailedTokens,
  mails,
  passkeyChallenges,
  passkeys,
  pendingSignIns,
  publicKeys,
  recoveryCodes,
  sessions,
  totpSecrets,
} from "../schema.ts";
import type { Mailbox } from "./accounts.ts";
import { rememberFreeCredits } from "./free-credits.ts";

/**
 * Ends all access: deletes the address, sessions, second factors, mailed links and keys. `farewell` is the last mail to
 * the owner. The mailbox keeps its used credits until their period ends. False when the deletion had begun before.
 */
export async function beginDeletion(
  db: Db,
  { id: accountId, mailbox }: Mailbox,
  farewell: NewMail,
  now: number,
): Promise<boolean> {
  const [, , begun] = await db.batch([
    rememberFreeCredits(db, accountId, mailbox, now),
    insertMail(db, farewell, now),
    db
      .update(accounts)
      .set({ email: accountId, passwordHash: null, deletingAt: now })
      .where(and(eq(accounts.id, accountId), isNull(accounts.deletingAt)))
      .returning({ id: accounts.id }),
    db.delete(sessions).where(eq(sessions.accountId, accountId)),
    db.delete(pendingSignIns).where(eq(pendingSignIns.accountId, accountId)),
    db.delete(totpSecrets).where(eq(totpSecrets.accountId, accountId)),
    db.delete(passkeys).where(eq(passkeys.accountId, accountId)),
    db.delete(passkeyChallenges).where(eq(passkeyChallenges.accountId, accountId)),
    db.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId)),
    db.delete(emailChanges).where(eq(emailChanges.accountId, accountId)),
    db.delete(activities).where(eq(activities.accountId, accountId)),
    db.delete(mailedTokens).where(eq(mailedTokens.accountId, accountId)),
    db.delete(apiKeys).where(eq(apiKeys.accountId, accountId)),
    db.delete(publicKeys).where(eq(publicKeys.accountId, accountId)),
    db
      .delete(mails)
      .where(
        or(
          eq(mails.accountId, accountId),
          and(eq(mails.recipient, farewell.recipient), sql`${mails.dedupeKey} is not ${farewell.dedupeKey}`),
        ),
      ),
  ]);
  return begun.length > 0;
}

/** Ids of accounts whose deletion has begun and not ended, oldest deletion first. */
export async function unfinishedDeletions(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(isNotNull(accounts.deletingAt), isNull(accounts.deletedAt)))
    .orderBy(asc(accounts.deletingAt))
    .limit(limit);
  return rows.map((row) => row.id);
}

/** Up to `limit` jobs of the account that are not being rendered. */
export function jobsToDelete(db: Db, accountId: string, limit: number) {
  return db
    .select({ id: jobs.id, attempts: jobs.attempts })
    .from(jobs)
    .where(and(eq(jobs.accountId, accountId), ne(jobs.status, "processing")))
    .limit(limit);
}

/**
 * Deletes the jobs' rows. Delete their results in R2 first. A job that was claimed meanwhile has one more attempt, whose
 * file is not deleted yet: its row stays.
 */
export async function deleteJobs(
  db: Db,
  accountId: string,
  found: readonly { id: string; attempts: number }[],
): Promise<void> {
  const pairs = JSON.stringify(found.map(({ id, attempts }) => [id, attempts]));
  await db
    .delete(jobs)
    .where(
      and(
        eq(jobs.accountId, accountId),
        sql`(id, attempts) in (select value ->> 0, value ->> 1 from json_each(${pairs}))`,
        ne(jobs.status, "processing"),
      ),
    );
}

/** Condition: invoices refer to the account by its id. Its row, ledger and overage must stay. */
const isOnInvoices = sql`(accounts.stripe_customer_id is not null
  or exists (select 1 from subscriptions s where s.account_id = accounts.id)
  or exists (select 1 from overage o where o.account_id = accounts.id)
  or exists (select 1 from billing_notes n where n.account_id = accounts.id))`;

/**
 * Last step: deletes the account's row, or marks it as deleted if invoices refer to it. False while the account has
 * jobs, or files in the archive.
 */
export async function endAccount(db: Db, accountId: string, now: number): Promise<boolean> {
  const isEmpty = sql`not exists (select 1 from jobs j where j.account_id = ${accountId})
    and not exists (select 1 from job_archives r where r.account_id = ${accountId})`;
  const mine = and(eq(accounts.id, accountId), isNotNull(accounts.deletingAt), isEmpty);
  const [, gone, kept] = await db.batch([
    db
      .delete(ledger)
      .where(
        and(
          eq(ledger.accountId, accountId),
          sql`exists (select 1 from accounts where ${mine} and not ${isOnInvoices})`,
        ),
      ),
    db
      .delete(accounts)
      .where(and(mine, sql`not ${isOnInvoices}`))
      .returning({ id: accounts.id }),
    db.update(accounts).set({ deletedAt: now }).where(mine).returning({ id: accounts.id }),
  ]);
  return gone.length + kept.length > 0;
}
