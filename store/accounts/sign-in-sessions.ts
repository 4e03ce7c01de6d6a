/** Sign-in sessions: opaque bearer tokens of 256 bits. D1 holds only their SHA-256. */
import { and, desc, eq, gt, isNull, lte, ne, or, sql } from "drizzle-orm";
import { LIMITS } from "#contract/limits.ts";
import { type Device, noteActivity } from "../activity/activity.ts";
import type { Db } from "../db.ts";
import { accounts, sessions } from "../schema.ts";
import { hasSecondFactor } from "../second-factor/has-factor.ts";
import { isPending } from "../second-factor/pending-sign-ins.ts";
import { newId } from "../secrets/ids.ts";
import { sha256Hex } from "../secrets/sha256.ts";
import { isToken, newToken, shardOfToken } from "../secrets/tokens.ts";

const USER_AGENT_CHARS = 200;
const HOUR_MS = 3_600_000;
const IDLE_MS = LIMITS.sessionIdleDays * 24 * HOUR_MS;
const ABSOLUTE_MS = LIMITS.sessionDays * 24 * HOUR_MS;

export interface NewSession {
  token: string;
  hash: string;
  id: string;
  userAgent: string;
  expiresAt: number;
}

/** A session with a new token, for an account in database `shard`. Nothing is stored until `insertSession` runs. */
export async function newSession(userAgent: string, now: number, shard = 0): Promise<NewSession> {
  return {
    ...newToken(shard),
    id: newId("ses"),
    userAgent: userAgent.slice(0, USER_AGENT_CHARS),
    expiresAt: now + ABSOLUTE_MS,
  };
}

/** What else must hold when a session begins. */
interface SessionProof {
  /** The account still has this password: if it changes during a sign-in, no session begins. */
  passwordHash?: string;
  /** This pending sign-in exists, and its second factor was right. */
  pendingHash?: string;
}

/**
 * Statement that stores the session and returns its id, if the account exists and is not banned. An account with a second factor gets one
 * only with a pending sign-in, whichever way it signs in.
 */
export function insertSession(
  db: Db,
  session: NewSession,
  accountId: string,
  now: number,
  { passwordHash, pendingHash }: SessionProof = {},
) {
  const isUnchanged = passwordHash === undefined ? sql`1` : sql`a.password_hash = ${passwordHash}`;
  const isProved =
    pendingHash === undefined
      ? sql`not ${hasSecondFactor(accountId)}`
      : isPending(pendingHash, accountId, now);
  return db
    .insert(sessions)
    .select(
      sql`select ${session.hash}, ${session.id}, a.id, ${session.userAgent}, ${now}, ${now}, ${now + IDLE_MS},
        ${session.expiresAt}, ${now} from accounts a where a.id = ${accountId} and a.deleting_at is null
        and a.banned_at is null and ${isUnchanged} and ${isProved}`,
    )
    .returning({ id: sessions.id });
}

/** Condition: the session exists. */
export function hasSession(id: string) {
  return sql`exists (select 1 from sessions s where s.id = ${id})`;
}

/** Statement that ends the account's least recently used sessions beyond LIMITS.sessions. */
export function trimSessions(db: Db, accountId: string) {
  return db.delete(sessions).where(
    and(
      eq(sessions.accountId, accountId),
      sql`hash not in (select s.hash from sessions s where s.account_id = ${accountId}
        order by s.seen_at desc, s.created_at desc, s.rowid desc limit ${LIMITS.sessions})`,
    ),
  );
}

/** SHA-256 of a presented token, and the database of its session; null when it cannot be one of ours. */
export function readSessionToken(text: string): { hash: string; shard: number } | null {
  return isToken(text) ? { hash: sha256Hex(text), shard: shardOfToken(text) } : null;
}

/** The session with this token hash, and its account; null when the token is unknown or the session has ended. */
export async function findSession(db: Db, hash: string, now: number) {
  const [row] = await db
    .select({
      id: sessions.id,
      seenAt: sessions.seenAt,
      signedInAt: sessions.signedInAt,
      accountId: accounts.id,
      tier: accounts.tier,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(
      and(
        eq(sessions.hash, hash),
        gt(sessions.idleExpiresAt, now),
        gt(sessions.expiresAt, now),
        isNull(accounts.deletingAt),
        isNull(accounts.bannedAt),
      ),
    );
  return row ?? null;
}

/** Whether to extend the session's idle time: once an hour, so that not every request writes. */
export function needsRenewal(seenAt: number, now: number): boolean {
  return now - seenAt >= HOUR_MS;
}

export async function renewSession(db: Db, id: string, now: number): Promise<void> {
  await db
    .update(sessions)
    .set({ seenAt: now, idleExpiresAt: now + IDLE_MS })
    .where(eq(sessions.id, id));
}

/**
 * Notes that the session has proved who uses it. False if the account no longer has the `checked` password hash, for
 * example after a reset.
 */
export async function refreshSignIn(
  db: Db,
  session: { id: string; accountId: string },
  checked: string,
  now: number,
): Promise<boolean> {
  const refreshed = await db
    .update(sessions)
    .set({ signedInAt: now })
    .where(
      and(
        eq(sessions.id, session.id),
        eq(sessions.accountId, session.accountId),
        sql`exists (select 1 from accounts a where a.id = ${session.accountId} and a.password_hash = ${checked})`,
      ),
    )
    .returning({ id: sessions.id });
  return refreshed.length > 0;
}

/** Sessions that have not ended, most recently used first. */
export function listSessions(db: Db, accountId: string, now: number) {
  return db
    .select()
    .from(sessions)
    .where(
      and(eq(sessions.accountId, accountId), gt(sessions.idleExpiresAt, now), gt(sessions.expiresAt, now)),
    )
    .orderBy(desc(sessions.seenAt));
}

/** `kind` is what the account's activity shows. False when the account has no such session. */
export async function endSession(
  db: Db,
  { accountId, id }: { accountId: string; id: string },
  { kind, device }: { kind: "signed_out" | "session_ended"; device: Device },
  now: number,
): Promise<boolean> {
  const mine = and(eq(sessions.accountId, accountId), eq(sessions.id, id));
  const [, ended] = await db.batch([
    noteActivity(db, { accountId, kind, device }, now, sql`exists (select 1 from sessions where ${mine})`),
    db.delete(sessions).where(mine).returning({ id: sessions.id }),
  ]);
  return ended.length > 0;
}

/** Statement that ends the account's sessions, all except `exceptId`. */
export function deleteSessions(db: Db, accountId: string, exceptId = "") {
  return db.delete(sessions).where(and(eq(sessions.accountId, accountId), ne(sessions.id, exceptId)));
}

export async function forgetEndedSessions(db: Db, now: number): Promise<void> {
  await db.delete(sessions).where(or(lte(sessions.expiresAt, now), lte(sessions.idleExpiresAt, now)));
}
