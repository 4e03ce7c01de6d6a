/** Bans: a banned account cannot sign in, its keys and buttons do not work, and its waiting jobs are canceled. */
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { noteActivity } from "../activity/activity.ts";
import type { Db } from "../db.ts";
import { insertFrom } from "../insert-from.ts";
import { accounts, operatorActions, pendingSignIns, sessions } from "../schema.ts";
import { newId } from "../secrets/ids.ts";

const DAY_MS = 86_400_000;

function noteAction(
  db: Db,
  action: { id: string; accountId: string; kind: "ban" | "unban"; reason: string },
  now: number,
) {
  const banned = action.kind === "ban" ? isNull(accounts.bannedAt) : isNotNull(accounts.bannedAt);
  return insertFrom(
    db,
    operatorActions,
    { ...action, accountId: sql`accounts.id`, key: action.id, createdAt: now },
    sql`from accounts where ${and(eq(accounts.id, action.accountId), isNull(accounts.deletingAt), banned)}`,
  ).returning({ id: operatorActions.id });
}

function isNoted(id: string) {
  return sql`exists (select 1 from operator_actions x where x.id = ${id})`;
}

/** Ends all access. False when the account is banned already, or does not exist. */
export async function ban(db: Db, accountId: string, reason: string, now: number): Promise<boolean> {
  const id = newId("op");
  const [noted] = await db.batch([
    noteAction(db, { id, accountId, kind: "ban", reason }, now),
    db
      .update(accounts)
      .set({ bannedAt: now })
      .where(and(eq(accounts.id, accountId), isNoted(id))),
    db.delete(sessions).where(and(eq(sessions.accountId, accountId), isNoted(id))),
    db.delete(pendingSignIns).where(and(eq(pendingSignIns.accountId, accountId), isNoted(id))),
    noteActivity(db, { accountId, kind: "account_banned", device: null }, now, isNoted(id)),
  ]);
  return noted.length > 0;
}

/** Keys and buttons work again, and the owner can sign in. False when the account is not banned. */
export async function unban(db: Db, accountId: string, reason: string, now: number): Promise<boolean> {
  const id = newId("op");
  const [noted] = await db.batch([
    noteAction(db, { id, accountId, kind: "unban", reason }, now),
    db
      .update(accounts)
      .set({ bannedAt: null })
      .where(and(eq(accounts.id, accountId), isNoted(id))),
    noteActivity(db, { accountId, kind: "account_unbanned", device: null }, now, isNoted(id)),
  ]);
  return noted.length > 0;
}

/** Up to `limit` waiting jobs of accounts that were banned within the last day. A banned account gets no new ones. */
export function waitingJobsOfBanned(db: Db, now: number, limit: number) {
  return db.all<{ id: string; accountId: string }>(sql`select j.id, j.account_id as accountId
    from accounts a join jobs j on j.account_id = a.id and j.status = 'pending'
    where a.banned_at > ${now - DAY_MS} limit ${limit}`);
}
