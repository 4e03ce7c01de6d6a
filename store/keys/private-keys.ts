/** The API keys of an account, as their owner manages them. The default key is listed, and only rotation changes it. */
import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { LIMITS } from "#contract/limits.ts";
import { type Device, noteActivity } from "../activity/activity.ts";
import type { Db } from "../db.ts";
import { insertFrom } from "../insert-from.ts";
import { accounts, apiKeys } from "../schema.ts";
import type { PresentedKey } from "./api-key-format.ts";

/** `usedThisPeriod`: credits of the account's current period. */
export type PrivateKeyRow = typeof apiKeys.$inferSelect & { usedThisPeriod: number };
type Editable = Pick<PrivateKeyRow, "name" | "scopes" | "monthlyCeiling">;

function selectKeys(db: Db, accountId: string, now: number, only: SQL = sql`1`) {
  const isCurrent = sql`${apiKeys.creditsPeriod} = ${accounts.periodStart} and ${accounts.periodEnd} > ${now}`;
  return db
    .select({
      ...getTableColumns(apiKeys),
      usedThisPeriod: sql<number>`case when ${isCurrent} then ${apiKeys.creditsUsed} else 0 end`,
    })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt), only))
    .orderBy(asc(sql`${apiKeys.name} is not null`), desc(apiKeys.createdAt), desc(apiKeys.id));
}

/** The default key first, then the newest. */
export async function listPrivateKeys(db: Db, accountId: string, now: number): Promise<PrivateKeyRow[]> {
  return selectKeys(db, accountId, now);
}

/** The account's key of this id, unless it is the default key or deleted. */
function own(accountId: string, id: string) {
  return and(
    eq(apiKeys.accountId, accountId),
    eq(apiKeys.id, id),
    isNotNull(apiKeys.name),
    isNull(apiKeys.revokedAt),
  );
}

/** Statement for a batch in which the key exists: notes the act with the key's name. */
function noteKey(
  db: Db,
  { accountId, id }: { accountId: string; id: string },
  kind: "api_key_created" | "api_key_changed" | "api_key_deleted",
  device: Device,
  now: number,
) {
  const key = sql`from api_keys where ${own(accountId, id)}`;
  const act = { accountId, kind, detail: sql`(select name ${key})`, device };
  return noteActivity(db, act, now, sql`exists (select 1 ${key})`);
}

/** Null when the account has LIMITS.apiKeys already. */
export async function insertPrivateKey(
  db: Db,
  accountId: string,
  key: PresentedKey & Editable,
  device: Device,
  now: number,
): Promise<PrivateKeyRow | null> {
  const [[row]] = await db.batch([
    insertFrom(
      db,
      apiKeys,
      { ...key, accountId: sql`a.id`, createdAt: now },
      sql`from accounts a where a.id = ${accountId} and a.deleting_at is null
        and (select count(*) from api_keys k where k.account_id = a.id and k.name is not null
          and k.revoked_at is null) < ${LIMITS.apiKeys}`,
    ).returning(),
    noteKey(db, { accountId, id: key.id }, "api_key_created", device, now),
  ]);
  return row ? { ...row, usedThisPeriod: 0 } : null;
}

/** Null when the account has no such key. */
export async function updatePrivateKey(
  db: Db,
  accountId: string,
  id: string,
  change: Partial<Editable>,
  device: Device,
  now: number,
): Promise<PrivateKeyRow | null> {
  const [, [row]] = await db.batch([
    db.update(apiKeys).set(change).where(own(accountId, id)),
    selectKeys(db, accountId, now, own(accountId, id)),
    noteKey(db, { accountId, id }, "api_key_changed", device, now),
  ]);
  return row ?? null;
}

/**
 * The key stops working. Its row stays, so that the usage history knows its name. False when the account has no such
 * key.
 */
export async function deletePrivateKey(
  db: Db,
  accountId: string,
  id: string,
  device: Device,
  now: number,
): Promise<boolean> {
  const [, gone] = await db.batch([
    noteKey(db, { accountId, id }, "api_key_deleted", device, now),
    db.update(apiKeys).set({ revokedAt: now }).where(own(accountId, id)).returning({ id: apiKeys.id }),
  ]);
  return gone.length > 0;
}
