/** Accounts: creation, profile, password, confirmed address and overage setting. */
import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { PERIOD_DAYS, PLANS, TIERS } from "#contract/plans.ts";
import { type Device, noteActivity } from "../activity/activity.ts";
import type { Db } from "../db.ts";
import { insertFrom } from "../insert-from.ts";
import { rollPeriod } from "../money/periods.ts";
import { SPENDING } from "../money/spending.ts";
import { accounts, mailedTokens, overage, pendingSignIns, publicKeys, sessions } from "../schema.ts";
import type { MailboxHash } from "../secrets/mailbox.ts";
import { sha256Hex } from "../secrets/sha256.ts";
import { recallFreeCredits } from "./free-credits.ts";

const PERIOD_MS = PERIOD_DAYS * 86_400_000;

export type AccountRow = typeof accounts.$inferSelect;

/** Statement that reads the account of the address. */
export function selectByEmail(db: Db, email: string) {
  return db.select().from(accounts).where(eq(accounts.email, email));
}

export async function findByEmail(db: Db, email: string): Promise<AccountRow | null> {
  const [row] = await selectByEmail(db, email);
  return row ?? null;
}

/**
 * Condition: no account of this database uses the address, and it is not claimed for another database. The second part
 * holds while a deployment adds the first further database: instances that know only this one claim nothing.
 */
export function isFree(email: string) {
  return sql`(not exists (select 1 from accounts a where a.email = ${email}) and not exists
    (select 1 from address_claims c where c.address = ${sha256Hex(email)} and c.shard <> 0))`;
}

export async function readAccount(db: Db, id: string): Promise<AccountRow | null> {
  const [row] = await db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, id), isNull(accounts.deletingAt)));
  return row ?? null;
}

/** Statement that creates an account on the Free plan, if its verification mail (`mailId`) is in the outbox. */
export function insertAccount(
  db: Db,
  account: { id: string; email: string; passwordHash: string },
  mailId: string,
  now: number,
) {
  return insertFrom(
    db,
    accounts,
    {
      ...account,
      monthlyCredits: PLANS.free.creditsPerMonth,
      periodStart: now,
      periodEnd: now + PERIOD_MS,
      createdAt: now,
    },
    sql`where exists (select 1 from mails m where m.id = ${mailId})`,
  );
}

/**
 * The account with its overage of the current period; null when it does not exist. If the last period is over, the next
 * one begins first.
 */
export async function readProfile(db: Db, id: string, now: number) {
  const read = db
    .select({
      account: accounts,
      overageCredits: sql<number>`(select count(*) from ${overage} o
        where o.account_id = accounts.id and o.period_start = accounts.period_start)`,
      ...SPENDING,
    })
    .from(accounts)
    .where(and(eq(accounts.id, id), isNull(accounts.deletingAt)));
  const [, , [row]] = await db.batch([...rollPeriod(db, id, now), read]);
  return row ?? null;
}

/** An account, and the keyed hash of its address. */
export interface Mailbox {
  id: string;
  mailbox: MailboxHash;
}

export async function confirmEmail(db: Db, { id, mailbox }: Mailbox, now: number): Promise<void> {
  await db.batch([
    ...recallFreeCredits(db, id, mailbox, now),
    db
      .update(accounts)
      .set({ emailConfirmedAt: now })
      .where(and(eq(accounts.id, id), isNull(accounts.emailConfirmedAt))),
  ]);
}

function isUnconfirmed(id: string) {
  return sql`exists (select 1 from accounts a where a.id = ${id} and a.email_confirmed_at is null)`;
}

/**
 * Statements for the first use of a mailed link that signs in or sets a password, which proves who owns the mailbox.
 * Somebody else may have registered the address, so they delete the password, sessions and public keys made before.
 * They change nothing in an account whose address is confirmed.
 */
export function takeOver(db: Db, { id, mailbox }: Mailbox, now: number) {
  return [
    ...recallFreeCredits(db, id, mailbox, now),
    db.delete(sessions).where(and(eq(sessions.accountId, id), isUnconfirmed(id))),
    db.delete(publicKeys).where(and(eq(publicKeys.accountId, id), isUnconfirmed(id))),
    db
      .update(accounts)
      .set({ passwordHash: null, emailConfirmedAt: now })
      .where(and(eq(accounts.id, id), isNull(accounts.emailConfirmedAt))),
  ] as const;
}

/**
 * Statements for a second registration of an unconfirmed address with another password. Either person may own the
 * mailbox, so both passwords, all sessions and all verification links stop working (`consumeToken`); `takeOver` lets
 * the owner in. They change nothing in an account whose address is confirmed.
 */
export function disown(db: Db, id: string) {
  return [
    db.delete(sessions).where(and(eq(sessions.accountId, id), isUnconfirmed(id))),
    db
      .update(accounts)
      .set({ passwordHash: null })
      .where(and(eq(accounts.id, id), isNull(accounts.emailConfirmedAt))),
  ] as const;
}

/** Statement that sets the password. */
export function setPassword(db: Db, id: string, passwordHash: string) {
  return db.update(accounts).set({ passwordHash }).where(eq(accounts.id, id));
}

/**
 * Statements that replace the `checked` password hash and end all other sessions and pending sign-ins; the last one
 * returns the account's id. They also end mailed links, except on an unconfirmed account, where a link is the mailbox
 * owner's only way in. They do nothing if the password has changed since the check, for example by a reset.
 */
export function changePassword(
  db: Db,
  id: string,
  { checked, wanted }: { checked: string; wanted: string },
  sessionId: string,
) {
  const checkedAccount = sql`select 1 from accounts a where a.id = ${id} and a.password_hash = ${checked}`;
  return [
    db
      .delete(sessions)
      .where(and(eq(sessions.accountId, id), ne(sessions.id, sessionId), sql`exists (${checkedAccount})`)),
    db.delete(pendingSignIns).where(and(eq(pendingSignIns.accountId, id), sql`exists (${checkedAccount})`)),
    db
      .delete(mailedTokens)
      .where(
        and(
          eq(mailedTokens.accountId, id),
          sql`exists (${checkedAccount} and a.email_confirmed_at is not null)`,
        ),
      ),
    db
      .update(accounts)
      .set({ passwordHash: wanted })
      .where(and(eq(accounts.id, id), eq(accounts.passwordHash, checked)))
      .returning({ id: accounts.id }),
  ] as const;
}

/** Statement that notes the change, if the account has the `wanted` hash by now. Each hash has its own salt. */
export function notePasswordChange(
  db: Db,
  { accountId, wanted, device }: { accountId: string; wanted: string; device: Device },
  now: number,
) {
  const act = { accountId, kind: "password_changed", device } as const;
  return noteActivity(db, act, now, sql`accounts.password_hash = ${wanted}`);
}

/** Changes the settings of overage. False when the account's plan has no overage. */
export async function changeOverage(
  db: Db,
  id: string,
  change: Partial<Pick<AccountRow, "overageEnabled" | "spendingCapCents">>,
  device: Device,
  now: number,
): Promise<boolean> {
  const tiers = TIERS.filter((tier) => PLANS[tier].overageMillis !== null);
  const { overageEnabled: isOn = null, spendingCapCents: cents = null } = change;
  const act = { accountId: id, device };
  const mayChange = inArray(accounts.tier, tiers);
  const [, , won] = await db.batch([
    noteActivity(
      db,
      { ...act, kind: "overage_changed", detail: isOn ? "on" : "off" },
      now,
      sql`${isOn} is not null and overage_enabled <> ${isOn} and ${mayChange}`,
    ),
    noteActivity(
      db,
      { ...act, kind: "spending_cap_changed", detail: String(cents) },
      now,
      sql`${cents} is not null and spending_cap_cents is not ${cents} and ${mayChange}`,
    ),
    db
      .update(accounts)
      .set(change)
      .where(and(eq(accounts.id, id), inArray(accounts.tier, tiers)))
      .returning({ id: accounts.id }),
  ]);
  return won.length > 0;
}
