/** Passkeys of an account, and the challenges that they sign. */
import { and, eq, gt, lte, sql } from "drizzle-orm";
import { LIMITS } from "#contract/limits.ts";
import { type Device, noteActivity } from "../activity/activity.ts";
import type { Db } from "../db.ts";
import { insertFrom } from "../insert-from.ts";
import { passkeyChallenges, passkeys } from "../schema.ts";
import { newId } from "../secrets/ids.ts";
import { mayHaveFactor } from "./has-factor.ts";
import { type Addition, beforeFactor, deleteUselessCodes } from "./second-factor.ts";

const CHALLENGE_MS = LIMITS.passkeyChallengeMinutes * 60_000;

export type PasskeyRow = typeof passkeys.$inferSelect;
export type NewPasskey = Pick<
  PasskeyRow,
  "credentialId" | "credentialKey" | "counter" | "transports" | "name"
>;

export async function listPasskeys(db: Db, accountId: string): Promise<PasskeyRow[]> {
  return db.select().from(passkeys).where(eq(passkeys.accountId, accountId));
}

export async function findPasskey(
  db: Db,
  accountId: string,
  credentialId: string,
): Promise<PasskeyRow | null> {
  const [row] = await db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.credentialId, credentialId), eq(passkeys.accountId, accountId)));
  return row ?? null;
}

/** Adds a passkey. Null if the account has too many or may have no factor, or if the passkey is known already. */
export async function addPasskey(
  db: Db,
  addition: Addition & { passkey: NewPasskey; device: Device },
  now: number,
): Promise<{ passkey: PasskeyRow; isFirst: boolean } | null> {
  const { accountId, passkey, device } = addition;
  const isAdded = sql`${mayHaveFactor(accountId)}
    and (select count(*) from passkeys k where k.account_id = ${accountId}) < ${LIMITS.passkeys}
    and not exists (select 1 from passkeys k where k.credential_id = ${passkey.credentialId})`;
  const [codes, , , [added]] = await db.batch([
    ...beforeFactor(db, addition, isAdded, now),
    noteActivity(db, { accountId, kind: "passkey_added", detail: passkey.name, device }, now, isAdded),
    insertFrom(
      db,
      passkeys,
      { ...passkey, id: newId("psk"), accountId, createdAt: now },
      sql`where ${isAdded}`,
    ).returning(),
  ]);
  return added ? { passkey: added, isFirst: codes.length > 0 } : null;
}

/** Notes a use. False if the counter shows that this use, or a later one, was noted before. */
export async function notePasskeyUse(
  db: Db,
  { id, accountId }: { id: string; accountId: string },
  counter: number,
  now: number,
): Promise<boolean> {
  const used = await db
    .update(passkeys)
    .set({ counter, lastUsedAt: now })
    .where(
      and(
        eq(passkeys.id, id),
        eq(passkeys.accountId, accountId),
        sql`(counter < ${counter} or (counter = 0 and ${counter} = 0))`,
      ),
    )
    .returning({ id: passkeys.id });
  return used.length > 0;
}

/** Removes the passkey and returns its name; null if the account has no such passkey. */
export async function removePasskey(
  db: Db,
  { id, accountId }: { id: string; accountId: string },
  device: Device,
  now: number,
): Promise<string | null> {
  const isMine = and(eq(passkeys.id, id), eq(passkeys.accountId, accountId));
  const [, [removed]] = await db.batch([
    noteActivity(
      db,
      {
        accountId,
        kind: "passkey_removed",
        detail: sql`(select name from ${passkeys} where ${isMine})`,
        device,
      },
      now,
      sql`exists (select 1 from ${passkeys} where ${isMine})`,
    ),
    db.delete(passkeys).where(isMine).returning({ name: passkeys.name }),
    deleteUselessCodes(db, accountId),
  ]);
  return removed?.name ?? null;
}

export async function insertChallenge(
  db: Db,
  challenge: { challenge: string; accountId: string; purpose: string },
  now: number,
): Promise<void> {
  await db.insert(passkeyChallenges).values({ ...challenge, expiresAt: now + CHALLENGE_MS });
}

/** Uses up the challenge. False if it is unknown, used, expired, or for another purpose. */
export async function consumeChallenge(
  db: Db,
  { challenge, accountId, purpose }: { challenge: string; accountId: string; purpose: string },
  now: number,
): Promise<boolean> {
  const used = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.accountId, accountId),
        eq(passkeyChallenges.purpose, purpose),
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge });
  return used.length > 0;
}

export async function forgetExpiredChallenges(db: Db, now: number): Promise<void> {
  await db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now));
}
