/** Stripe's webhook events, each applied once, and notes about refunds and disputes for the operator. */
import { and, eq, isNotNull, lt, sql } from "drizzle-orm";
import type { Db } from "../db.ts";
import { billingNotes, stripeEvents } from "../schema.ts";

/**
 * Stores the event; false when it was applied before. An event that failed halfway is applied when Stripe resends it.
 */
export async function receiveEvent(
  db: Db,
  event: { id: string; type: string; createdAt: number },
  now: number,
): Promise<boolean> {
  const [, [row]] = await db.batch([
    db
      .insert(stripeEvents)
      .values({ ...event, receivedAt: now })
      .onConflictDoNothing(),
    db.select({ appliedAt: stripeEvents.appliedAt }).from(stripeEvents).where(eq(stripeEvents.id, event.id)),
  ]);
  return row?.appliedAt === null;
}

export async function markApplied(db: Db, eventId: string, now: number): Promise<void> {
  await db.update(stripeEvents).set({ appliedAt: now }).where(eq(stripeEvents.id, eventId));
}

/** Deletes applied events. Stripe resends an event for three days, so `receivedBefore` must be longer ago. */
export async function forgetEvents(db: Db, receivedBefore: number): Promise<void> {
  await db
    .delete(stripeEvents)
    .where(and(lt(stripeEvents.receivedAt, receivedBefore), isNotNull(stripeEvents.appliedAt)));
}

/**
 * Stores a refund or a dispute, one row for each of Stripe's ids. Stripe adds the refunds of a charge up, so of events
 * in another order the largest amount is the newest.
 */
export async function addBillingNote(db: Db, note: typeof billingNotes.$inferInsert): Promise<void> {
  await db
    .insert(billingNotes)
    .values(note)
    .onConflictDoUpdate({
      target: [billingNotes.kind, billingNotes.reference],
      set: { amountCents: sql`max(amount_cents, ${note.amountCents})` },
    });
}
