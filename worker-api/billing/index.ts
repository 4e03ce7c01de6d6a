/** `/user/checkout`, `/user/subscription`, `/user/invoices`, `/user/billing-portal`: plan and payment of an account. */
import { createRoute } from "@hono/zod-openapi";
import type { z } from "zod";
import {
  CheckoutConfirm,
  CheckoutRequest,
  CheckoutResponse,
  InvoiceList,
  PlanChangeResponse,
  PlanQuery,
  PortalResponse,
  type Subscription,
  SubscriptionResponse,
} from "#contract/account/billing.ts";
import type { ErrorCode } from "#contract/errors.ts";
import type { Db } from "#store/db.ts";
import { readPayer, readSubscription } from "#store/money/subscriptions.ts";
import { ApiError } from "../http/api-error.ts";
import { isoTime } from "../http/iso-time.ts";
import { jsonBody, refusal, response, SESSION_SECURITY } from "../http/openapi-parts.ts";
import { router } from "../http/router.ts";
import { choosePlan, setCancel } from "./change-plan.ts";
import { listInvoices } from "./invoices.ts";
import { idOf } from "./plan.ts";
import { previewPlan } from "./preview.ts";
import { type Billing, callStripe, isMissing, openBilling } from "./stripe.ts";
import { syncSubscription } from "./sync.ts";

function responses<Schema extends z.ZodType>(description: string, schema: Schema, ...codes: ErrorCode[]) {
  return {
    200: response(description, schema),
    default: refusal("session_required", ...codes, "billing_unavailable"),
  };
}

const shared = { tags: ["Billing"], security: SESSION_SECURITY };

export const billingRoutes = router();

billingRoutes.openapi(
  createRoute({
    ...shared,
    method: "post",
    path: "/checkout",
    operationId: "choosePlan",
    summary: "Choose a plan",
    request: jsonBody(CheckoutRequest),
    responses: responses(
      "The URL of the payment page, or a message if the plan was changed in place",
      CheckoutResponse,
      "invalid_json",
      "invalid_request",
      "same_plan",
      "cannot_downgrade_to_free",
      "subscription_exists",
      "payment_failed",
      "preview_expired",
    ),
  }),
  async (c) => {
    const { tier, preview } = c.req.valid("json");
    const { account } = c.var;
    const choice = await callStripe(() =>
      choosePlan(openBilling(c.env, c.var.db), c.env, account, tier, preview),
    );
    return c.json(choice, 200);
  },
);

billingRoutes.openapi(
  createRoute({
    ...shared,
    method: "post",
    path: "/checkout/confirm",
    operationId: "confirmCheckout",
    summary: "Activate a paid plan after the payment page",
    request: jsonBody(CheckoutConfirm),
    responses: responses(
      "The subscription, or null while the payment is not complete",
      SubscriptionResponse,
      "invalid_json",
      "invalid_request",
      "not_found",
    ),
  }),
  async (c) => {
    const { session_id } = c.req.valid("json");
    const { accountId } = c.var.account;
    await callStripe(() => confirmCheckout(openBilling(c.env, c.var.db), accountId, session_id));
    return c.json(await subscriptionResponse(c.var.db, accountId), 200);
  },
);

billingRoutes.openapi(
  createRoute({
    ...shared,
    method: "get",
    path: "/subscription",
    operationId: "getSubscription",
    summary: "Read the subscription",
    responses: responses("The subscription, or null on the Free plan", SubscriptionResponse),
  }),
  async (c) => c.json(await subscriptionResponse(c.var.db, c.var.account.accountId), 200),
);

billingRoutes.openapi(
  createRoute({
    ...shared,
    method: "get",
    path: "/subscription/preview",
    operationId: "previewPlan",
    summary: "Preview a change of plan",
    request: { query: PlanQuery },
    responses: responses(
      "What the change costs and gives, or null without a subscription",
      PlanChangeResponse,
      "invalid_request",
      "same_plan",
      "cannot_downgrade_to_free",
      "payment_failed",
    ),
  }),
  async (c) => {
    const { tier } = c.req.valid("query");
    const { accountId } = c.var.account;
    const preview = await callStripe(() => previewPlan(openBilling(c.env, c.var.db), c.env, accountId, tier));
    return c.json({ preview }, 200);
  },
);

for (const [verb, cancel] of [
  ["cancel", true],
  ["resume", false],
] as const) {
  billingRoutes.openapi(
    createRoute({
      ...shared,
      method: "post",
      path: `/subscription/${verb}`,
      operationId: `${verb}Subscription`,
      summary: cancel
        ? "Cancel the subscription at the end of the billing period"
        : "Resume a canceled subscription",
      responses: responses("The updated subscription", SubscriptionResponse, "no_subscription"),
    }),
    async (c) => {
      const { accountId } = c.var.account;
      const subscription = await readSubscription(c.var.db, accountId);
      if (!subscription) throw new ApiError("no_subscription");
      await callStripe(() => setCancel(openBilling(c.env, c.var.db), subscription.id, cancel));
      return c.json(await subscriptionResponse(c.var.db, accountId), 200);
    },
  );
}

billingRoutes.openapi(
  createRoute({
    ...shared,
    method: "get",
    path: "/invoices",
    operationId: "listInvoices",
    summary: "List the invoices",
    responses: responses("The newest invoices; empty without a payment so far", InvoiceList),
  }),
  async (c) => c.json(await listInvoices(c.env, c.var.db, c.var.account.accountId), 200),
);

billingRoutes.openapi(
  createRoute({
    ...shared,
    method: "post",
    path: "/billing-portal",
    operationId: "openBillingPortal",
    summary: "Open the billing portal for invoices and payment methods",
    responses: responses("The URL of the billing portal", PortalResponse, "no_subscription"),
  }),
  async (c) => {
    const payer = await readPayer(c.var.db, c.var.account.accountId);
    const customer = payer?.customerId;
    if (!customer) throw new ApiError("no_subscription");
    const { stripe, catalog, origin } = openBilling(c.env, c.var.db);
    const { url } = await callStripe(() =>
      stripe.billingPortal.sessions.create({
        customer,
        configuration: catalog.portal,
        return_url: `${origin}/settings`,
      }),
    );
    return c.json({ url }, 200);
  },
);

/**
 * Applies what the account's own checkout session led to, because the webhook may be late. Throws `not_found` for a
 * session of another account.
 */
async function confirmCheckout(billing: Billing, accountId: string, sessionId: string): Promise<void> {
  const payer = await readPayer(billing.db, accountId);
  const session = await billing.stripe.checkout.sessions.retrieve(sessionId).catch((error: unknown) => {
    if (isMissing(error)) throw new ApiError("not_found");
    throw error;
  });
  if (!session.customer || idOf(session.customer) !== payer?.customerId) throw new ApiError("not_found");
  if (session.subscription) await syncSubscription(billing, idOf(session.subscription));
}

async function subscriptionResponse(
  db: Db,
  accountId: string,
): Promise<{ subscription: Subscription | null }> {
  const row = await readSubscription(db, accountId);
  if (!row) return { subscription: null };
  return {
    subscription: {
      status: row.status,
      tier: row.tier,
      current_period_start: isoTime(row.currentPeriodStart),
      current_period_end: isoTime(row.currentPeriodEnd),
      cancel_at_period_end: row.cancelAtPeriodEnd,
    },
  };
}
