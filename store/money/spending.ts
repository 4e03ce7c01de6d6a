/** Spending: what the overage credits of an account's period cost, and the cap that its owner has set. */
import { sql } from "drizzle-orm";
import type { Db } from "../db.ts";
import type { BoundOwner } from "../keys/owner.ts";
import { accounts } from "../schema.ts";
import { byTier, isOwner, OVERAGE_MILLIS } from "./usage.ts";

export interface Spending {
  spentMillis: number;
  capCents: number;
}

/** Columns of `accounts`. A refunded overage credit has no row, so it leaves room for another one. */
export const SPENDING = {
  spentMillis: sql<number>`(select coalesce(sum(o.price_millis), 0) from overage o
    where o.account_id = accounts.id and o.period_start = accounts.period_start)`,
  capCents: sql<number>`coalesce(accounts.spending_cap_cents, ${byTier((plan) => plan.priceCents)})`,
};

/** Condition: the spending cap leaves room for one more overage credit. */
export const IS_BELOW_CAP = sql`${SPENDING.spentMillis} + ${OVERAGE_MILLIS} <= ${SPENDING.capCents} * 10`;

/** Statement that reads the owner's spending. */
export function selectSpending(db: Db, owner: BoundOwner) {
  return db.select(SPENDING).from(accounts).where(isOwner(owner));
}
