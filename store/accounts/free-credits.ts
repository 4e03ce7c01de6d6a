/**
 * The used credits of deleted accounts, until their period ends: an account of the same mailbox continues with them.
 * Mailboxes are keyed hashes (store/secrets/mailbox.ts).
 */
import { and, lte, sql } from "drizzle-orm";
import { PERIOD_DAYS, PLANS } from "#contract/plans.ts";
import type { Db } from "../db.ts";
import { accounts, ledger, usedFreeCredits } from "../schema.ts";
import type { MailboxHash } from "../secrets/mailbox.ts";

const PERIOD_MS = PERIOD_DAYS * 86_400_000;

/**
 * Statement for a batch that frees the address of an account, before it does. `only` is a further condition on the
 * account's row.
 */
export function rememberFreeCredits(
  db: Db,
  accountId: string,
  mailbox: MailboxHash,
  now: number,
  only = sql`1`,
) {
  return db
    .insert(usedFreeCredits)
    .select(
      sql`select ${mailbox.newest}, min(credits_used, ${PLANS.free.creditsPerMonth}), min(period_end, ${now + PERIOD_MS})
        from accounts where id = ${accountId} and deleting_at is null and credits_used > 0 and period_end > ${now}
        and ${only}`,
    )
    .onConflictDoUpdate({
      target: usedFreeCredits.mailbox,
      set: {
        creditsUsed: sql`max(credits_used, excluded.credits_used)`,
        periodEnd: sql`max(period_end, excluded.period_end)`,
      },
    });
}

/**
 * Statements for the confirmation of an address, before it is confirmed: the account continues the period of its
 * mailbox. Not at registration, where a stranger could read from an unconfirmed account what a mailbox has used.
 */
export function recallFreeCredits(db: Db, accountId: string, mailbox: MailboxHash, now: number) {
  // After a change of SIGNING_KEY, a mailbox can have a row of each key. The larger one includes the other.
  const source = sql`from (select credits_used, period_end from used_free_credits
    where mailbox in (select value from json_each(${JSON.stringify(mailbox.all)})) and period_end > ${now}
    order by credits_used desc limit 1) remembered`;
  const isNew = sql`accounts.id = ${accountId} and accounts.email_confirmed_at is null and accounts.tier = 'free'
    and accounts.credits_used = 0`;
  return [
    db
      .insert(ledger)
      .select(
        sql`select null, ${accountId}, 'debit', 'earlier account', remembered.credits_used, ${now} ${source}
          where exists (select 1 from accounts where ${isNew})`,
      )
      .onConflictDoNothing(),
    db
      .update(accounts)
      .set({
        creditsUsed: sql`(select remembered.credits_used ${source})`,
        periodEnd: sql`(select remembered.period_end ${source})`,
      })
      .where(and(isNew, sql`exists (select 1 ${source})`)),
  ] as const;
}

/** Deletes rows whose period has ended: at most PERIOD_DAYS after the account's deletion. */
export async function forgetFreeCredits(db: Db, now: number): Promise<void> {
  await db.delete(usedFreeCredits).where(lte(usedFreeCredits.periodEnd, now));
}
