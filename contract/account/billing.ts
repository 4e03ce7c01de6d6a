/** Plan and payment: bodies of `/user/checkout`, `/user/subscription`, `/user/billing-portal` and `/user/invoices`. */
import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { type PaidTier, PLANS, TIERS } from "../plans.ts";

/** `status` is Stripe's: https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
export const Subscription = z
  .object({
    status: z
      .string()
      .meta({ description: "Stripe's status of the subscription, such as active or past_due" }),
    tier: z.enum(TIERS).meta({ description: "The plan that is paid for" }),
    current_period_start: z.iso.datetime().meta({ description: "Start of the paid period" }),
    current_period_end: z.iso.datetime().meta({ description: "End of the paid period" }),
    cancel_at_period_end: z.boolean().meta({ description: "Whether the subscription ends with this period" }),
  })
  .meta({ id: "Subscription", description: "The subscription; null without one" });
export type Subscription = z.infer<typeof Subscription>;
export const SubscriptionResponse = z.object({
  subscription: Subscription.nullable(),
});

/**
 * Body of `POST /user/checkout/confirm`. `session_id` is Stripe's checkout session, from the address that the payment
 * page returns to; confirming it activates the plan without waiting for the webhook.
 */
export const CheckoutConfirm = z.strictObject({
  session_id: z
    .string()
    .max(255)
    .regex(/^cs_\w+$/, "is not the ID of a payment page")
    .meta({ description: "ID of the payment page, from the address that it returned to" }),
});
export const CheckoutRequest = z.strictObject({
  tier: z.enum(TIERS).meta({ description: "The plan to change to" }),
  preview: z.string().max(1_000).optional().meta({
    description: "Token of the previewed figures. The plan then changes with exactly these figures",
  }),
});
export const PlanQuery = z.strictObject({
  tier: z.enum(TIERS).meta({ description: "The plan to change to" }),
});
/** What a change of plan costs and gives: all figures of one moment. */
const PlanChange = z
  .object({
    token: z.string().meta({ description: "Confirms these figures in `POST /user/checkout`" }),
    expires_at: z.iso.datetime().meta({ description: "Until when the figures can be confirmed" }),
    tier: z.enum(TIERS).meta({ description: "The plan after the change" }),
    direction: z
      .enum(["upgrade", "downgrade"])
      .meta({ description: "Whether the new plan is higher or lower" }),
    resumes: z.boolean().meta({
      description: "Whether the subscription is canceled, and the change reverts the cancellation",
    }),
    due_cents: z.number().int().meta({ description: "Charged immediately, in US cents" }),
    credit_cents: z.number().int().meta({ description: "Credited to the next invoice, in US cents" }),
    card: z
      .object({
        brand: z.string().meta({ description: "Brand of the card" }),
        last4: z.string().meta({ description: "Last four digits of the card" }),
      })
      .nullable()
      .meta({ description: "The card that pays, if known" }),
    credits: z
      .object({
        used: z.number().int().meta({ description: "Credits used so far in this period" }),
        now: z.number().int().meta({ description: "The limit before the change" }),
        after: z.number().int().meta({ description: "The limit after the change" }),
      })
      .meta({
        description: "Credits of this billing period: used, and the limit before and after the change",
      }),
    next: z
      .object({
        date: z.iso.datetime().meta({ description: "Start of the next period" }),
        price_cents: z.number().int().meta({ description: "Full price of the plan, in US cents" }),
        credits: z.number().int().meta({ description: "Credits of the plan" }),
      })
      .meta({ description: "The next billing period: its start, full price and credits" }),
  })
  .meta({
    id: "PlanChange",
    description: "What the change costs and gives; null if it needs a payment page",
  });
export type PlanChange = z.infer<typeof PlanChange>;
export const PlanChangeResponse = z.object({
  preview: PlanChange.nullable(),
});
export const CheckoutResponse = z
  .object({
    url: z.string().optional().meta({ description: "Page of Stripe to pay on, for the first subscription" }),
    updated: z.boolean().optional().meta({ description: "True if the plan is changed already" }),
    message: z.string().optional().meta({ description: "A sentence for the user" }),
  })
  .meta({ id: "CheckoutResponse" });
export const PortalResponse = z.object({
  url: z.string().meta({ description: "Address of Stripe's billing portal for this account" }),
});

/** Statuses of Stripe's invoices, without drafts. */
export const INVOICE_STATUSES = ["open", "paid", "uncollectible", "void"] as const;
const Invoice = z
  .object({
    id: z.string().meta({ description: "Stripe's ID of the invoice" }),
    number: z.string().nullable().meta({ description: "Number of the invoice; null until Stripe gives one" }),
    status: z.enum(INVOICE_STATUSES).meta({ description: "Stripe's status of the invoice" }),
    amount_cents: z
      .number()
      .int()
      .meta({ description: "Amount to pay, in US cents, less the credit of the customer" }),
    created_at: z.iso.datetime().meta({ description: "Time of creation" }),
    period_start: z.iso.datetime().meta({ description: "Start of the billed period" }),
    period_end: z.iso.datetime().meta({ description: "End of the billed period" }),
    hosted_url: z
      .string()
      .nullable()
      .meta({ description: "Stripe's page of the invoice: pays it, and has the receipt once it is paid" }),
    pdf_url: z.string().nullable().meta({ description: "The invoice as a PDF; null without one" }),
  })
  .meta({ id: "Invoice" });
export const InvoiceList = z.object({
  invoices: z.array(Invoice).meta({ description: `Newest first, at most ${LIMITS.invoices}` }),
  has_more: z.boolean().meta({ description: "Whether the billing portal has older invoices" }),
});
export type InvoiceList = z.infer<typeof InvoiceList>;

/** Sentences of the plans page after a choice that changes the plan in place (spec §4). */
export const PLAN_CHANGED = {
  upgrade: (tier: PaidTier, chargedCents: number) =>
    `You are now on the ${PLANS[tier].name} plan. Only the prorated difference was charged: $${(chargedCents / 100).toFixed(2)}.`,
  downgrade: (tier: PaidTier) =>
    `You are now on the ${PLANS[tier].name} plan. A prorated credit reduces your next invoice.`,
  resumed: "Your subscription is no longer canceled.",
  stillCanceled: "Your subscription is still canceled. To keep the plan, resume it in Settings.",
  unpaid: (tier: PaidTier) =>
    `The payment did not go through. To move to the ${PLANS[tier].name} plan, pay the difference on the next page.`,
} as const;
