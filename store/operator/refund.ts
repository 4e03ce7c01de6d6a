/** Refunds by hand: the operator refunds used credits of the current period. */
import { and, eq, sql } from "drizzle-orm";
import { noteActivity } from "../activity/activity.ts";
import type { Db } from "../db.ts";
import { insertFrom } from "../insert-from.ts";
import { rollPeriod } from "../money/periods.ts";
import { accounts, ledger, operatorActions, overage } from "../schema.ts";
import { newId } from "../secrets/ids.ts";

export interface ManualRefund {
  accountId: string;
  credits: number;
  reason: string;
  /** A repeated request has the same key, and refunds nothing more. */
  key: string;
}

/**
 * `used_less`: the account has used fewer credits in this period, or does not exist. `conflict`: the key was used for
 * something else.
 */
export type RefundOutcome = "refunded" | "repeated" | "conflict" | "used_less";

/**
 * Refunds the credits in one batch that changes all or nothing. Credits above the plan's go first: as many of their rows
 * as are not sent to Stripe are deleted, newest first, so that the account does not pay for them.
 */
export async function refundByHand(
  db: Db,
  { accountId, credits, reason, key }: ManualRefund,
  now: number,
): Promise<RefundOutcome> {
  const id = newId("op");
  const isOurs = sql`exists (select 1 from operator_actions x where x.id = ${id})`;
  const aboveLimit = sql`(select cast(max(0, min(${credits}, a.credits_used - a.monthly_credits)) as integer)
    from accounts a where a.id = ${accountId})`;
  const unsent = sql`(select o.job_id from overage o join accounts a on a.id = o.account_id
    where o.account_id = ${accountId} and o.period_start = a.period_start and o.sending_at is null
    order by o.created_at desc limit ${aboveLimit})`;
  const results = await db.batch([
    ...rollPeriod(db, accountId, now),
    insertFrom(
      db,
      operatorActions,
      { id, accountId: sql`accounts.id`, kind: "refund", credits, reason, key, createdAt: now },
      sql`from accounts where accounts.id = ${accountId} and accounts.deleting_at is null
        and accounts.credits_used >= ${credits}`,
    ).onConflictDoNothing(),
    db.delete(overage).where(sql`${isOurs} and sending_at is null and job_id in ${unsent}`),
    db
      .update(accounts)
      .set({ creditsUsed: sql`credits_used - ${credits}` })
      .where(and(eq(accounts.id, accountId), isOurs)),
    insertFrom(
      db,
      ledger,
      { accountId: sql`x.account_id`, kind: "refund", reference: id, amount: -credits, createdAt: now },
      sql`from operator_actions x where x.id = ${id}`,
    ),
    noteActivity(
      db,
      { accountId, kind: "credits_refunded", detail: String(credits), device: null },
      now,
      isOurs,
    ),
    db
      .select()
      .from(operatorActions)
      .where(and(eq(operatorActions.accountId, accountId), eq(operatorActions.key, key))),
  ]);
  const [written] = results[7];
  if (!written) return "used_less";
  if (written.id === id) return "refunded";
  return written.kind === "refund" && written.credits === credits && written.reason === reason
    ? "repeated"
    : "conflict";
}
