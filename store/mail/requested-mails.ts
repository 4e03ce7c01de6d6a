/**
 * Mails that anyone can request for any address. Two limits hold them, and neither depends on whether the address has
 * an account: a pause for each recipient and kind of mail, and the brake for all recipients together.
 */
import { and, desc, gt, type SQL, sql } from "drizzle-orm";
import { LIMITS } from "#contract/limits.ts";
import type { Db } from "../db.ts";
import { mails } from "../schema.ts";
import type { TokenPurpose } from "./mailed-tokens.ts";
import { insertMail, type NewMail } from "./mails.ts";

export const BRAKE_MS = 3_600_000;
const PAUSE_MS = LIMITS.linkMailPauseMinutes * 60_000;

/** The requested mail that is `perHour` mails back, if it is less than BRAKE_MS old: while it exists, the brake is on. */
function brake(now: number, perHour: number): SQL {
  return sql`(select b.created_at as since from mails b where b.requested = 1 and b.created_at > ${now - BRAKE_MS}
    order by b.created_at desc limit 1 offset ${perHour - 1})`;
}

/** Statement that returns no row while mails can be requested, else when the mail was stored that must be BRAKE_MS old. */
export function selectBrake(db: Db, now: number, perHour: number) {
  return db.select({ since: sql<number>`since` }).from(brake(now, perHour));
}

/** When requested mails of the last hour were stored, the newest `perHour` of them. For several databases together. */
export async function requestedTimes(db: Db, now: number, perHour: number): Promise<number[]> {
  const rows = await db
    .select({ at: mails.createdAt })
    .from(mails)
    .where(and(sql`requested = 1`, gt(mails.createdAt, now - BRAKE_MS)))
    .orderBy(desc(mails.createdAt))
    .limit(perHour);
  return rows.map(({ at }) => at);
}

/** Condition: the recipient got the same kind of mail within PAUSE_MS, and its link still works. */
function isRepeated(mail: NewMail, now: number, purpose: TokenPurpose | null): SQL {
  const works =
    purpose === null
      ? sql`1`
      : sql`exists (select 1 from mailed_tokens t where t.account_id = ${mail.accountId}
          and t.purpose = ${purpose} and t.expires_at > ${now})`;
  return sql`(${works} and exists (select 1 from mails m where m.recipient = ${mail.recipient}
    and m.created_at > ${now - PAUSE_MS} and m.template = ${mail.template} and m.failed_reason is null))`;
}

export interface RequestLimits {
  /** Requested mails to all recipients within an hour. */
  perHour: number;
  /** What the mail's token is for; null for a mail without one of `mailed_tokens`. */
  purpose: TokenPurpose | null;
}

/**
 * Statement that stores a requested mail and returns its id. It writes nothing and returns no row while the brake is
 * on, if the mail would repeat one whose link still works, or if `only` is false.
 */
export function insertRequestedMail(
  db: Db,
  mail: NewMail,
  now: number,
  { perHour, purpose }: RequestLimits,
  only = sql`1`,
) {
  const may = sql`not exists ${brake(now, perHour)} and not ${isRepeated(mail, now, purpose)} and ${only}`;
  return insertMail(db, mail, now, may, true);
}
