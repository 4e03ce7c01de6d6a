/** Tells Stripe of credits past the limit: one meter event a job, again and again until it is accepted. */
import Stripe from "stripe";
import { OVERAGE_METERS } from "#contract/billing.ts";
import { log } from "#log/log.ts";
import type { Db } from "#store/db.ts";
import { type DueOverage, dueOverage, noteReports } from "#store/money/overage.ts";
import { ApiError } from "../http/api-error.ts";
import { type Billing, type BillingEnv, openBilling } from "./stripe.ts";

/** Told in one webhook's time; an account with more is asked for again. */
const CLOSE_OUT_BATCH = 200;
/** Customers told of at the same time; Stripe wants one call at a time for each customer and meter. */
const SIDE_BY_SIDE = 5;
/** A renewal's invoice takes usage of its period for an hour after the period's end. */
const DRAFT_MS = 3_600_000;

/**
 * The sweep's part: one batch of what is due; answers how many were accepted. What fails stays due.
 * Reporting twice is harmless: the job's id is the event's identifier and its idempotency key.
 */
export async function reportOverage(env: BillingEnv, db: Db, now: number, batch: number): Promise<number> {
  const due = await dueOverage(db, batch);
  return due.length === 0 ? 0 : report(openBilling(env), due, now);
}

/**
 * Everything of one account, before its invoice becomes final.
 * @throws ApiError `billing_unavailable` when something is left, so that Stripe asks again and the invoice waits.
 */
export async function closeOutOverage(billing: Billing, accountId: string, now: number): Promise<void> {
  const due = await dueOverage(billing.db, CLOSE_OUT_BATCH, accountId);
  const accepted = await report(billing, due, now);
  if (accepted < due.length || due.length === CLOSE_OUT_BATCH)
    throw new ApiError("billing_unavailable", {
      cause: new Error(`overage of ${accountId} is not all told`),
    });
}

async function report(billing: Billing, due: DueOverage[], now: number): Promise<number> {
  const customers = [...Map.groupBy(due, (one) => one.customerId).values()];
  const reports: { accepted: string[]; refused: string[] } = { accepted: [], refused: [] };
  const lane = async () => {
    for (let rows = customers.pop(); rows; rows = customers.pop())
      for (const row of rows)
        reports[(await isAccepted(billing, row, now)) ? "accepted" : "refused"].push(row.jobId);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane));
  await noteReports(billing.db, reports, now);
  return reports.accepted.length;
}

async function isAccepted({ stripe }: Billing, row: DueOverage, now: number): Promise<boolean> {
  try {
    await stripe.billing.meterEvents.create(
      {
        event_name: meterOf(row),
        identifier: row.jobId,
        payload: { stripe_customer_id: row.customerId, value: "1" },
        timestamp: Math.floor(billedAt(row, now) / 1000),
      },
      { idempotencyKey: `overage:${row.jobId}` },
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

/** In the period it was used in, while that one's invoice is open; else in the current one, so that it is billed. */
function billedAt(row: DueOverage, now: number): number {
  const isOpen = row.createdAt >= row.currentPeriodStart || now < row.currentPeriodStart + DRAFT_MS;
  return isOpen ? row.createdAt : Math.max(row.currentPeriodStart, now - DRAFT_MS);
}

/** An answer got lost earlier: Stripe has the event under this identifier. */
function isKnownAlready(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.message.startsWith("An event already exists with identifier")
  );
}
