/** What happens when its time comes: renewals, final invoices, payment retries, expiry of checkout sessions. */
import { checkoutSessionView } from "./checkout-view.ts";
import { finalize } from "./invoices.ts";
import type { State } from "./state.ts";
import { subscriptionView } from "./subscription-view.ts";
import { collect, dropPending, renew } from "./subscriptions.ts";
import type { World } from "./world.ts";

const HOUR = 3_600;
/** Stripe does not finalize an invoice until the webhook has accepted `invoice.created`, or 72 hours have passed. */
const WAIT_FOR_WEBHOOK = 72 * HOUR;

export interface Due {
  at: number;
  customer: string;
  run(world: World): void;
}

/** The earliest item that is due by its customer's clock, or null. */
export function nextDue(world: World): Due | null {
  const due = [...checkouts(world.state), ...subscriptions(world.state), ...invoices(world.state)]
    .filter((one) => one.at <= world.now(one.customer))
    .sort((a, b) => a.at - b.at);
  return due[0] ?? null;
}

function checkouts(state: State): Due[] {
  return Object.values(state.checkoutSessions)
    .filter((checkoutSession) => checkoutSession.status === "open")
    .map((checkoutSession) => ({
      at: checkoutSession.expiresAt,
      customer: checkoutSession.customer,
      run: (world) => {
        checkoutSession.status = "expired";
        world.emit(
          "checkout.session.expired",
          checkoutSessionView(world, checkoutSession),
          checkoutSession.customer,
        );
      },
    }));
}

function subscriptions(state: State): Due[] {
  return Object.values(state.subscriptions)
    .filter((sub) => sub.status !== "canceled")
    .flatMap((sub) => {
      const renewal: Due = { at: sub.periodEnd, customer: sub.customer, run: (world) => renew(world, sub) };
      if (!sub.pending) return [renewal];
      const expiry: Due = {
        at: sub.pending.expiresAt,
        customer: sub.customer,
        run: (world) => {
          dropPending(world, sub);
          const view = subscriptionView(world, sub);
          world.emit("customer.subscription.pending_update_expired", view, sub.customer);
        },
      };
      return [renewal, expiry];
    });
}

function invoices(state: State): Due[] {
  return Object.values(state.invoices).flatMap((invoice): Due[] => {
    const { customer, finalizesAt, nextAttempt } = invoice;
    if (invoice.status === "draft" && finalizesAt !== null) {
      return [
        {
          at: finalizesAt,
          customer,
          run: (world) => {
            if (webhookMissed(state, invoice.id) && finalizesAt < invoice.created + WAIT_FOR_WEBHOOK) {
              invoice.finalizesAt = finalizesAt + HOUR;
              return;
            }
            finalize(world, invoice);
            collect(world, invoice.id);
          },
        },
      ];
    }
    if (invoice.status === "open" && nextAttempt !== null)
      return [{ at: nextAttempt, customer, run: (world) => collect(world, invoice.id) }];
    return [];
  });
}

function webhookMissed(state: State, invoiceId: string): boolean {
  return Object.values(state.events).some(
    (event) => event.type === "invoice.created" && event.object.id === invoiceId && !event.delivered,
  );
}
