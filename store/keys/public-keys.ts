/** Public keys: the owner manages them, and a button's request looks them up. */
import { and, desc, eq, getTableColumns, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { LIMITS } from "#contract/limits.ts";
import type { Tier } from "#contract/plans.ts";
import { type Device, noteActivity } from "../activity/activity.ts";
import type { Db } from "../db.ts";
import { insertFrom } from "../insert-from.ts";
import { accounts, publicKeys, widgetUse } from "../schema.ts";
import { minuteOf } from "./api-keys.ts";

/** `usedToday`: clicks of the UTC day. */
export type PublicKeyRow = typeof publicKeys.$inferSelect & { usedToday: number };
type Editable = Pick<
  PublicKeyRow,
  "name" | "authorizedDomains" | "restrictTargets" | "overageEnabled" | "dailyLimit" | "dailyVisitorLimit"
>;
type NewPublicKey = Pick<PublicKeyRow, "id" | "key" | "name" | "authorizedDomains" | "restrictTargets">;

export interface KeyOwner {
  id: string;
  accountId: string;
  tier: Tier;
  authorizedDomains: string[];
  restrictTargets: boolean;
  overageEnabled: boolean;
  dailyLimit: number | null;
  dailyVisitorLimit: number | null;
  lastUsedAt: number | null;
}

const DAY_MS = 86_400_000;

function selectKeys(db: Db, accountId: string, now: number, only: SQL = sql`1`) {
  const ofToday = and(
    eq(widgetUse.keyId, publicKeys.id),
    eq(widgetUse.visitor, ""),
    eq(widgetUse.day, Math.floor(now / DAY_MS)),
  );
  return db
    .select({ ...getTableColumns(publicKeys), usedToday: sql<number>`coalesce(${widgetUse.jobs}, 0)` })
    .from(publicKeys)
    .leftJoin(widgetUse, ofToday)
    .where(and(eq(publicKeys.accountId, accountId), only))
    .orderBy(desc(publicKeys.createdAt), desc(publicKeys.id));
}

export async function listPublicKeys(db: Db, accountId: string, now: number): Promise<PublicKeyRow[]> {
  return selectKeys(db, accountId, now);
}

/** Statement for a batch in which the key exists: notes the act with the key's name. */
function noteKey(
  db: Db,
  { accountId, id }: { accountId: string; id: string },
  kind: "public_key_created" | "public_key_changed" | "public_key_deleted",
  device: Device,
  now: number,
) {
  const key = sql`from public_keys p where p.id = ${id} and p.account_id = ${accountId}`;
  const act = { accountId, kind, detail: sql`(select p.name ${key})`, device };
  return noteActivity(db, act, now, sql`exists (select 1 ${key})`);
}

/** Null when the account has LIMITS.publicKeys already. */
export async function insertPublicKey(
  db: Db,
  accountId: string,
  key: NewPublicKey,
  device: Device,
  now: number,
): Promise<PublicKeyRow | null> {
  const [[row]] = await db.batch([
    insertFrom(
      db,
      publicKeys,
      { ...key, accountId: sql`a.id`, createdAt: now },
      sql`from accounts a where a.id = ${accountId} and a.deleting_at is null
        and (select count(*) from public_keys p where p.account_id = a.id) < ${LIMITS.publicKeys}`,
    ).returning(),
    noteKey(db, { accountId, id: key.id }, "public_key_created", device, now),
  ]);
  return row ? { ...row, usedToday: 0 } : null;
}

/** Null when the account has no such key. */
export async function updatePublicKey(
  db: Db,
  accountId: string,
  id: string,
  change: Partial<Editable>,
  device: Device,
  now: number,
): Promise<PublicKeyRow | null> {
  const [, [row]] = await db.batch([
    db
      .update(publicKeys)
      .set(change)
      .where(and(eq(publicKeys.accountId, accountId), eq(publicKeys.id, id))),
    selectKeys(db, accountId, now, eq(publicKeys.id, id)),
    noteKey(db, { accountId, id }, "public_key_changed", device, now),
  ]);
  return row ?? null;
}

/** False when the account has no such key. */
export async function deletePublicKey(
  db: Db,
  accountId: string,
  id: string,
  device: Device,
  now: number,
): Promise<boolean> {
  const [, gone] = await db.batch([
    noteKey(db, { accountId, id }, "public_key_deleted", device, now),
    db
      .delete(publicKeys)
      .where(and(eq(publicKeys.accountId, accountId), eq(publicKeys.id, id)))
      .returning({ id: publicKeys.id }),
  ]);
  return gone.length > 0;
}

/** The key with what a button's request needs; null for a deleted key, and while its account is banned or being deleted. */
export async function findPublicKey(db: Db, key: string): Promise<KeyOwner | null> {
  const [owner] = await db
    .select({
      id: publicKeys.id,
      accountId: publicKeys.accountId,
      tier: accounts.tier,
      authorizedDomains: publicKeys.authorizedDomains,
      restrictTargets: publicKeys.restrictTargets,
      overageEnabled: publicKeys.overageEnabled,
      dailyLimit: publicKeys.dailyLimit,
      dailyVisitorLimit: publicKeys.dailyVisitorLimit,
      lastUsedAt: publicKeys.lastUsedAt,
    })
    .from(publicKeys)
    .innerJoin(accounts, eq(accounts.id, publicKeys.accountId))
    .where(and(eq(publicKeys.key, key), isNull(accounts.deletingAt), isNull(accounts.bannedAt)));
  return owner ?? null;
}

/** Stores the minute of the key's last use. Writes at most once a minute. */
export async function touchPublicKey(db: Db, keyId: string, now: number): Promise<void> {
  const minute = minuteOf(now);
  await db
    .update(publicKeys)
    .set({ lastUsedAt: minute })
    .where(
      and(eq(publicKeys.id, keyId), or(isNull(publicKeys.lastUsedAt), lt(publicKeys.lastUsedAt, minute))),
    );
}
