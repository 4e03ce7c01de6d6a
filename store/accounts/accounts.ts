/** Accounts: who they are, and what their profile says. */
import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { PERIOD_DAYS, PLANS, TIERS } from "#contract/plans.ts";
import type { Db } from "../db.ts";
import { rollPeriod } from "../money/periods.ts";
import { accounts, mailedTokens, overage, publicKeys, sessions } from "../schema.ts";

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

/** Condition: nobody has registered the address. */
export function isFree(email: string) {
  return sql`not exists (select 1 from accounts a where a.email = ${email})`;
}

export async function readAccount(db: Db, id: string): Promise<AccountRow | null> {
  const [row] = await db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, id), isNull(accounts.deletingAt)));
  return row ?? null;
}

/** Statement that makes an account on the free plan, if the mail to its address was let into the outbox. */
export function insertAccount(
  db: Db,
  account: { id: string; email: string; passwordHash: string },
  mailId: string,
  now: number,
) {
  return db.insert(accounts).select(
    sql`select ${account.id}, ${account.email}, null, ${account.passwordHash}, 'free',
        ${PLANS.free.creditsPerMonth}, 0, ${now}, ${now + PERIOD_MS}, 0, null, null, ${now}, null, null
        where exists (select 1 from mails m where m.id = ${mailId})`,
  );
}

/** The account with its overage of the running period, which begins here when the last one is over. */
export async function readProfile(db: Db, id: string, now: number) {
  const read = db
    .select({
      account: accounts,
      overageCredits: sql<number>`(select count(*) from ${overage} o
        where o.account_id = accounts.id and o.period_start = accounts.period_start)`,
      overageMillis: sql<number>`(select coalesce(sum(o.price_millis), 0) from ${overage} o
        where o.account_id = accounts.id and o.period_start = accounts.period_start)`,
    })
    .from(accounts)
    .where(and(eq(accounts.id, id), isNull(accounts.deletingAt)));
  const [, , [row]] = await db.batch([...rollPeriod(db, id, now), read]);
  return row ?? null;
}

export async function confirmEmail(db: Db, id: string, now: number): Promise<void> {
  await db
    .update(accounts)
    .set({ emailConfirmedAt: now })
    .where(and(eq(accounts.id, id), isNull(accounts.emailConfirmedAt)));
}

function isUnconfirmed(id: string) {
  return sql`exists (select 1 from accounts a where a.id = ${id} and a.email_confirmed_at is null)`;
}

/**
 * Statements for the moment when the reader of the mailbox first proves it by a link that signs in or sets a password.
 * Whoever registered the address before may have been somebody else: what they left (password, sessions, public keys)
 * goes. Nothing happens to an account whose address is confirmed.
 */
export function takeOver(db: Db, id: string, now: number) {
  return [
    db.delete(sessions).where(and(eq(sessions.accountId, id), isUnconfirmed(id))),
    db.delete(publicKeys).where(and(eq(publicKeys.accountId, id), isUnconfirmed(id))),
    db
      .update(accounts)
      .set({ passwordHash: null, emailConfirmedAt: now })
      .where(and(eq(accounts.id, id), isNull(accounts.emailConfirmedAt))),
  ] as const;
}

/**
 * Statements for the moment when an address is registered with a second password before anybody has proved to read its
 * mailbox: which of the two does is unknown, so neither gets in, and no link that only verifies works any more
 * (`consumeToken`). What is left is `takeOver`. Nothing happens to an account whose address is confirmed.
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
 * Statements that put a new password in the place of the one that was checked, and end all other sessions; the last one
 * answers the account. They end all links too, but only where the address is confirmed: else its reader may be somebody
 * else, whose way in they are. They do nothing where that password is not the account's any more: who has reset it
 * meanwhile has the last word.
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

/** False when the account's plan has no overage. */
export async function setOverage(db: Db, id: string, enabled: boolean): Promise<boolean> {
  const tiers = TIERS.filter((tier) => PLANS[tier].overageMillis !== null);
  const won = await db
    .update(accounts)
    .set({ overageEnabled: enabled })
    .where(and(eq(accounts.id, id), inArray(accounts.tier, tiers)))
    .returning({ id: accounts.id });
  return won.length > 0;
}
