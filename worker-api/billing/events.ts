/**
 * Applies webhook events. Of a subscription only the id is used and its state read again, because an event may be old
 * and events arrive in any order.
 */
import type Stripe from "stripe";
import { addBillingNote } from "#store/money/stripe-events.ts";
import { accountOfCustomer, forgetCustomer } from "#store/money/subscriptions.ts";
import { setCancel } from "./change-plan.ts";
import { closeOutOverage } from "./overage.ts";
import { idOf } from "./plan.ts";
import type { Billing } from "./stripe.ts";
import { syncSubscription } from "./sync.ts";

type Reference = string | { id: string } | null | undefined;

/** Applies an event and ignores types that we do not use. Applying it twice is harmless. */
export async function applyEvent(billing: Billing, event: Stripe.Event, now: number): Promise<void> {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
      return sync(billing, event.data.object.subscription);
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
    case "customer.subscription.paused":
    case "customer.subscription.resumed":
    case "customer.subscription.pending_update_expired":
      return sync(billing, event.data.object.id);
    case "customer.subscription.pending_update_applied":
      await sync(billing, event.data.object.id);
      return resumeAfterPayment(billing, event.data.object);
    case "invoice.created":
      await closeOut(billing, event.data.object.customer, now);
      return sync(billing, subscriptionOf(event.data.object));
    case "invoice.paid":
    case "invoice.payment_failed":
    case "invoice.payment_action_required":
    case "invoice.finalization_failed":
      return sync(billing, subscriptionOf(event.data.object));
    case "customer.deleted":
      return forgetCustomer(billing.db, event.data.object.id);
    case "charge.refunded": {
      const { id, customer, amount_refunded } = event.data.object;
      return note(billing, "refund", id, customer, amount_refunded, now);
    }
    case "charge.dispute.created": {
      const { id, amount } = event.data.object;
      return note(billing, "dispute", id, null, amount, now);
    }
    case "charge.dispute.closed": {
      const { id, amount, status } = event.data.object;
      return note(billing, `dispute_${status}`, id, null, amount, now);
    }
  }
}

async function sync(billing: Billing, subscription: Reference): Promise<void> {
  if (subscription) await syncSubscription(billing, idOf(subscription));
}

/**
 * A change of plan that is paid later reverts a cancellation, as one that is paid at once. The owner has not agreed to
 * that for a later cancellation.
 */
async function resumeAfterPayment(
  billing: Billing,
  { id, latest_invoice }: Stripe.Subscription,
): Promise<void> {
  const { canceled_at } = await billing.stripe.subscriptions.retrieve(id);
  if (canceled_at === null || latest_invoice === null) return;
  const change = await billing.stripe.invoices.retrieve(idOf(latest_invoice));
  if (canceled_at <= change.created) await setCancel(billing, id, false);
}

function subscriptionOf(invoice: Stripe.Invoice): Reference {
  return invoice.parent?.subscription_details?.subscription;
}

async function closeOut(billing: Billing, customer: Reference, now: number): Promise<void> {
  const accountId = customer && (await accountOfCustomer(billing.db, idOf(customer)));
  if (accountId) await closeOutOverage(billing, accountId, now);
}

/**
 * A dispute names its charge but no customer, so the operator finds the account by Stripe's id. Its end is a note of its
 * own, such as `dispute_lost`.
 */
async function note(
  billing: Billing,
  kind: "refund" | "dispute" | `dispute_${string}`,
  reference: string,
  customer: Reference,
  amountCents: number,
  createdAt: number,
): Promise<void> {
  const accountId = customer ? await accountOfCustomer(billing.db, idOf(customer)) : null;
  await addBillingNote(billing.db, { kind, reference, accountId, amountCents, createdAt });
}
