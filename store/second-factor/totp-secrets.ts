/** Secrets of authenticator apps: one for each account, encrypted. It counts once its first code has confirmed it. */
import { and, eq, gt, isNotNull, isNull, lt, lte, sql } from "drizzle-orm";
import { LIMITS } from "#contract/limits.ts";
import { type Device, noteActivity } from "../activity/activity.ts";
import type { Db } from "../db.ts";
import { insertFrom } from "../insert-from.ts";
import { totpSecrets } from "../schema.ts";
import { mayHaveFactor } from "./has-factor.ts";
import { type Addition, beforeFactor, deleteUselessCodes } from "./second-factor.ts";

const SETUP_MS = LIMITS.totpSetupMinutes * 60_000;

/** Stores a new secret in place of an unconfirmed one. False if the account has a confirmed one, or may have no factor. */
export async function beginTotp(
  db: Db,
  { accountId, sealed }: { accountId: string; sealed: string },
  now: number,
): Promise<boolean> {
  const begun = await insertFrom(
    db,
    totpSecrets,
    { accountId, sealed, createdAt: now },
    sql`where ${mayHaveFactor(accountId)}`,
  )
    .onConflictDoUpdate({
      target: totpSecrets.accountId,
      set: { sealed, createdAt: now },
      setWhere: sql`confirmed_at is null`,
    })
    .returning({ accountId: totpSecrets.accountId });
  return begun.length > 0;
}

/** The account's sealed secret: the confirmed one, or the one that is being set up. */
export async function readTotp(
  db: Db,
  accountId: string,
  state: "confirmed" | "unconfirmed",
  now: number,
): Promise<string | null> {
  const [row] = await db
    .select({ sealed: totpSecrets.sealed })
    .from(totpSecrets)
    .where(
      and(
        eq(totpSecrets.accountId, accountId),
        state === "confirmed"
          ? isNotNull(totpSecrets.confirmedAt)
          : and(isNull(totpSecrets.confirmedAt), gt(totpSecrets.createdAt, now - SETUP_MS)),
      ),
    );
  return row?.sealed ?? null;
}

/**
 * Confirms the secret `sealed` by its first code, of time step `step`, which is used up. Null if it was replaced or
 * confirmed meanwhile.
 */
export async function confirmTotp(
  db: Db,
  addition: Addition & { sealed: string; step: number; device: Device },
  now: number,
): Promise<{ isFirst: boolean } | null> {
  const { accountId, sealed, step, device } = addition;
  const isMine = and(
    eq(totpSecrets.accountId, accountId),
    eq(totpSecrets.sealed, sealed),
    isNull(totpSecrets.confirmedAt),
  );
  const isAdded = sql`exists (select 1 from ${totpSecrets} where ${isMine})`;
  const [codes, , , confirmed] = await db.batch([
    ...beforeFactor(db, addition, isAdded, now),
    noteActivity(db, { accountId, kind: "totp_added", device }, now, isAdded),
    db
      .update(totpSecrets)
      .set({ confirmedAt: now, lastStep: step })
      .where(isMine)
      .returning({ accountId: totpSecrets.accountId }),
  ]);
  return confirmed.length > 0 ? { isFirst: codes.length > 0 } : null;
}

/** Uses up the code of the time step. False if it, or a later one, was used before. */
export async function consumeTotpStep(db: Db, accountId: string, step: number): Promise<boolean> {
  const used = await db
    .update(totpSecrets)
    .set({ lastStep: step })
    .where(
      and(
        eq(totpSecrets.accountId, accountId),
        isNotNull(totpSecrets.confirmedAt),
        lt(totpSecrets.lastStep, step),
      ),
    )
    .returning({ accountId: totpSecrets.accountId });
  return used.length > 0;
}

/** Removes the authenticator app. False if the account has no confirmed one. */
export async function removeTotp(db: Db, accountId: string, device: Device, now: number): Promise<boolean> {
  const isConfirmed = and(eq(totpSecrets.accountId, accountId), isNotNull(totpSecrets.confirmedAt));
  const [, removed] = await db.batch([
    noteActivity(
      db,
      { accountId, kind: "totp_removed", device },
      now,
      sql`exists (select 1 from ${totpSecrets} where ${isConfirmed})`,
    ),
    db.delete(totpSecrets).where(isConfirmed).returning({ accountId: totpSecrets.accountId }),
    deleteUselessCodes(db, accountId),
  ]);
  return removed.length > 0;
}

export async function forgetUnconfirmedTotp(db: Db, now: number): Promise<void> {
  await db
    .delete(totpSecrets)
    .where(and(isNull(totpSecrets.confirmedAt), lte(totpSecrets.createdAt, now - SETUP_MS)));
}
