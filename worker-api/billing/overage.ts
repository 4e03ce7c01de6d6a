/** Reports overage credits to Stripe: one meter event per job, repeated until Stripe accepts it. */
import Stripe from "stripe";
import { OVERAGE_METERS } from "#contract/stripe.ts";
import { log } from "#log/log.ts";
import type { Db } from "#store/db.ts";
import { claimDueOverage, type DueOverage, noteReports } from "#store/money/overage.ts";
import { ApiError } from "../http/api-error.ts";
import { type Billing, type BillingEnv, openBilling } from "./stripe.ts";

/** Credits that can be reported while one webhook is handled. With more, Stripe sends the webhook again. */
const CLOSE_OUT_BATCH = 200;
/** Customers reported at the same time. Stripe takes one call at a time for each customer and meter. */
const CONCURRENT_CUSTOMERS = 5;
/** After a period's end its invoice is a draft for an hour and still takes usage of the period. */
const DRAFT_MS = 3_600_000;

/**
 * Sweep task: reports one batch of due credits and returns how many were accepted. The others stay due. Reporting twice
 * is harmless: the job's id is the event's identifier.
 */
export async function reportOverage(env: BillingEnv, db: Db, now: number, batch: number): Promise<number> {
  const due = await claimDueOverage(db, now, batch);
  return due.length === 0 ? 0 : report(openBilling(env, db), due, now);
}

/**
 * Reports all due credits of one account, before its invoice becomes final.
 * @throws ApiError `billing_unavailable` when some are left, so that Stripe sends the webhook again and the invoice
 * waits.
 */
export async function closeOutOverage(billing: Billing, accountId: string, now: number): Promise<void> {
  const due = await claimDueOverage(billing.db, now, CLOSE_OUT_BATCH, accountId);
  const accepted = await report(billing, due, now);
  if (accepted < due.length || due.length === CLOSE_OUT_BATCH)
    throw new ApiError("billing_unavailable", {
      cause: new Error(`overage of ${accountId} is not fully reported`),
    });
}

async function report(billing: Billing, due: DueOverage[], now: number): Promise<number> {
  const customers = [...Map.groupBy(due, (one) => one.customerId).values()];
  const reports: { accepted: string[]; refused: string[] } = { accepted: [], refused: [] };
  const reportNext = async () => {
    for (let rows = customers.pop(); rows; rows = customers.pop())
      for (const row of rows)
        reports[(await isAccepted(billing, row, now)) ? "accepted" : "refused"].push(row.jobId);
  };
  await Promise.all(Array.from({ length: CONCURRENT_CUSTOMERS }, reportNext));
  await noteReports(billing.db, reports, now);
  return reports.accepted.length;
}

async function isAccepted({ stripe }: Billing, row: DueOverage, now: number): Promise<boolean> {
  const timestamp = Math.floor(billedAt(row, now) / 1000);
  try {
    await stripe.billing.meterEvents.create(
      {
        event_name: meterOf(row),
        identifier: row.jobId,
        payload: { stripe_customer_id: row.customerId, value: "1" },
        timestamp,
      },
      // Stripe refuses a key with another timestamp. The identifier alone makes the job count once.
      { idempotencyKey: `overage:${row.jobId}:${timestamp}` },
    );
    return true;
  } catch (error) {
    if (isKnownAlready(error)) return true;
    log.error("Stripe has not accepted overage.", { overage: row.jobId, error });
    return false;
  }
}

function meterOf({ jobId, tier }: DueOverage): string {
  if (tier === "free") throw new Error(`${jobId} has overage on a plan without`);
  return OVERAGE_METERS[tier];
}

/**
 * Unix ms: in the period of use while its invoice is a draft, else in the current period, so that the credit is still
 * billed.
 */
function billedAt(row: DueOverage, now: number): number {
  const isOpen = row.createdAt >= row.currentPeriodStart || now < row.currentPeriodStart + DRAFT_MS;
  return isOpen ? row.createdAt : Math.max(row.currentPeriodStart, now - DRAFT_MS);
}

/** True when an earlier report arrived and only its response was lost: Stripe has an event with this identifier. */
function isKnownAlready(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.message.startsWith("An event already exists with identifier")
  );
}
