/** Sign-in, profile, keys and subscription: request and response bodies of `/auth`, `/user` and `/public-keys`. */
import { z } from "zod";
import { KEY_MODES, KEY_SCOPES, SCOPE_MEANINGS, SCOPE_MISSING } from "./api-keys.ts";
import { LIMITS } from "./limits.ts";
import { TIERS } from "./plans.ts";
import { isPasswordLongEnough, SENTENCES } from "./sentences.ts";
import { MAX_TURNSTILE_TOKEN_CHARS } from "./turnstile.ts";

const utf8 = new TextEncoder();

const Email = z.string().trim().toLowerCase().max(254).pipe(z.email("Please enter a valid email address"));

/** At least 8 characters (code points), at most 128 bytes, any Unicode. */
const Password = z
  .string()
  .refine(isPasswordLongEnough, { message: SENTENCES.passwordTooShort })
  .refine((text) => utf8.encode(text).length <= LIMITS.passwordMaxBytes, {
    message: `Password must be at most ${LIMITS.passwordMaxBytes} bytes long`,
  });

/** Required while the service uses Turnstile, else ignored. */
export const TurnstileToken = z
  .string()
  .max(MAX_TURNSTILE_TOKEN_CHARS)
  .optional()
  .meta({ description: "Turnstile's token, if the service uses Turnstile" });

export const RegisterRequest = z.strictObject({
  email: Email,
  password: Password,
  turnstile_token: TurnstileToken,
});
export const LoginRequest = z.strictObject({ email: Email, password: z.string().min(1) });
export const EmailRequest = z.strictObject({ email: Email, turnstile_token: TurnstileToken });
/** Consumes a mailed token: `POST /auth/verify` and `POST /auth/magic-link/consume`. */
export const TokenRequest = z.strictObject({ token: z.string().min(1).max(200) });
/** `POST /auth/verify`. */
export const VerifyRequest = TokenRequest.extend({
  receipt: z.string().max(100).optional().meta({
    description: "Receipt of the registration. With it, the response has a sign-in session",
  }),
});
export const ResetRequest = TokenRequest.extend({ password: Password });
export const PasswordChange = z.strictObject({ current_password: z.string(), new_password: Password });

/** Body of `POST /auth/change-email`. */
export const EmailChange = z.strictObject({ email: Email });
export const EmailConfirmed = z.object({ message: z.string(), changed: z.boolean() });
export const PendingEmailChange = z.object({
  email_change: z
    .object({
      email: z.string().meta({ description: "The new address" }),
      old_confirmed: z.boolean(),
      new_confirmed: z.boolean(),
      expires_at: z.iso.datetime(),
    })
    .nullable(),
});
export type PendingEmailChange = z.infer<typeof PendingEmailChange>;

/** `{message}`: a sentence that the page shows. */
export const Message = z.object({ message: z.string() }).meta({ id: "Message" });

/** `receipt` shows later that the same browser registered. */
export const Registered = Message.extend({ receipt: z.string() }).meta({ id: "Registered" });

/** A new sign-in session. `token` goes into the header `Authorization: Bearer`. */
export const Session = z.object({ token: z.string(), expires_at: z.iso.datetime() }).meta({ id: "Session" });
export type Session = z.infer<typeof Session>;

/** The address is verified. `session`: null without the receipt of the registration. */
export const Verified = Message.extend({ session: Session.nullable() }).meta({ id: "Verified" });

/** One of the user's sign-in sessions. */
const SessionInfo = z
  .object({
    id: z.string(),
    user_agent: z.string(),
    created_at: z.iso.datetime(),
    seen_at: z.iso.datetime().meta({ description: "Time of the last request, to the hour" }),
    expires_at: z.iso.datetime().meta({ description: "When the session ends without further requests" }),
    current: z.boolean().meta({ description: "True for the session that sent this request" }),
  })
  .meta({ id: "SessionInfo" });
export const SessionList = z.object({ sessions: z.array(SessionInfo) });
export type SessionList = z.infer<typeof SessionList>;

export const Profile = z
  .object({
    id: z.string(),
    email: z.string(),
    email_confirmed_at: z.iso.datetime().nullable(),
    tier: z.enum(TIERS),
    monthly_credits: z.number().int(),
    credits_used: z.number().int(),
    subscription_period_start: z.iso.datetime(),
    subscription_period_end: z.iso.datetime(),
    overage_enabled: z.boolean(),
    overage_credits: z.number().int().meta({ description: "Overage credits used in this period" }),
    overage_millis: z
      .number()
      .int()
      .meta({ description: "Price of the overage credits, in thousandths of a US dollar" }),
    spending_cap_cents: z.number().int().meta({
      description:
        "Most that the overage credits of a period may cost, in US cents. The price of the plan until the owner changes it",
    }),
    has_password: z.boolean(),
    payment_failed_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "Profile" });
export type Profile = z.infer<typeof Profile>;
export const ProfileResponse = z.object({ profile: Profile });

export const SettingsPatch = z
  .strictObject({
    overage_enabled: z.boolean().optional(),
    spending_cap_cents: z.number().int().min(0).max(LIMITS.spendingCapCents).optional(),
  })
  .refine((change) => Object.keys(change).length > 0, { message: SENTENCES.nothingToChange })
  .meta({ minProperties: 1 });

/** Body of `POST /user/api-key/rotate`. Without a body, the old key stops working immediately. */
export const KeyRotation = z.strictObject({
  keep_old: z.boolean().meta({
    description: `Whether the old key works for another ${LIMITS.oldKeyHours} hours. A still older key stops working`,
  }),
});

const ApiKey = z
  .object({ key: z.string(), created_at: z.iso.datetime(), last_used_at: z.iso.datetime().nullable() })
  .meta({ id: "ApiKey" });
/** The key before the last rotation, while it still works. */
const OldKey = z
  .object({ expires_at: z.iso.datetime(), last_used_at: z.iso.datetime().nullable() })
  .meta({ id: "OldKey" });
export const ApiKeyResponse = z.object({ api_key: ApiKey, old_key: OldKey.nullable() });
export type ApiKeyResponse = z.infer<typeof ApiKeyResponse>;

const KeyName = z.string().trim().min(1, SENTENCES.keyNameMissing).max(LIMITS.keyNameChars);
const Scopes = z
  .array(z.enum(KEY_SCOPES))
  .min(1, SCOPE_MISSING)
  .max(KEY_SCOPES.length)
  .meta({
    description: KEY_SCOPES.map((scope) => `\`${scope}\`: ${SCOPE_MEANINGS[scope]}`).join(" "),
  });
const Ceiling = z.number().int().min(1).max(LIMITS.keyCeilingCredits).nullable().meta({
  description:
    "Most credits that the key may use in a credit period. null: no ceiling. Test keys use no credits.",
});

/** One of the account's API keys. */
export const PrivateKey = z
  .object({
    id: z.string(),
    name: z.string(),
    is_default: z.boolean().meta({
      description: "The key that the account has from the start. It has all scopes and no ceiling",
    }),
    beginning: z.string().meta({ description: "First characters of the key, to recognize it" }),
    mode: z.enum(KEY_MODES).meta({
      description: "test: jobs cost no credits, and their files are marked “TEST”",
    }),
    scopes: z.array(z.enum(KEY_SCOPES)),
    monthly_ceiling: Ceiling,
    used_this_period: z.number().int().meta({ description: "Credits used in this period" }),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable().meta({ description: "To the minute" }),
  })
  .meta({ id: "PrivateKey" });
export type PrivateKey = z.infer<typeof PrivateKey>;
export const PrivateKeyList = z.object({ api_keys: z.array(PrivateKey) });
export const PrivateKeyResponse = z.object({ api_key: PrivateKey });
export const PrivateKeyCreate = z.strictObject({
  name: KeyName,
  scopes: Scopes,
  mode: z.enum(KEY_MODES).default("live"),
  monthly_ceiling: Ceiling.default(null),
});
export const PrivateKeyCreated = z.object({
  api_key: PrivateKey,
  key: z.string().meta({ description: "The key itself. No later response has it" }),
});
export type PrivateKeyCreated = z.infer<typeof PrivateKeyCreated>;
export const PrivateKeyUpdate = z
  .strictObject({
    name: KeyName.optional(),
    scopes: Scopes.optional(),
    monthly_ceiling: Ceiling.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, { message: SENTENCES.nothingToChange })
  .meta({ minProperties: 1 });

const DailyLimit = z.number().int().min(1).max(LIMITS.widgetDailyLimit).nullable();

export const PublicKey = z
  .object({
    id: z.string(),
    name: z.string(),
    key: z.string(),
    authorized_domains: z.array(z.string()),
    restrict_targets: z
      .boolean()
      .meta({ description: "Whether the key converts only pages on its authorized domains" }),
    overage_enabled: z.boolean().meta({
      description: "Whether the key's buttons may use overage credits, if the account's overage is on",
    }),
    daily_limit: DailyLimit.meta({
      description: "Conversions in a day (UTC) by all visitors. null: half of the plan's monthly credits",
    }),
    daily_visitor_limit: DailyLimit.meta({
      description: "Conversions in a day (UTC) by one visitor. null: the default of the plan",
    }),
    used_today: z.number().int().meta({ description: "Conversions of this day (UTC)" }),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "PublicKey" });
export type PublicKey = z.infer<typeof PublicKey>;
export const PublicKeyResponse = z.object({ public_key: PublicKey });
export const PublicKeyList = z.object({ public_keys: z.array(PublicKey) });

/** Conversions of a key by the domain of the button's page. */
export const DomainUseList = z.object({
  domains: z
    .array(
      z.object({
        host: z.string(),
        jobs: z.number().int(),
        finished: z.number().int(),
        failed: z.number().int(),
      }),
    )
    .meta({ description: `Most conversions first, at most ${LIMITS.domainUseRows}` }),
});
export type DomainUseList = z.infer<typeof DomainUseList>;

const Domains = z.array(z.string().max(260)).max(LIMITS.domainsPerKey);
export const PublicKeyCreate = z.strictObject({
  name: KeyName,
  authorized_domains: Domains,
  restrict_targets: z.boolean().default(true),
});
export const PublicKeyUpdate = z
  .strictObject({
    name: KeyName.optional(),
    authorized_domains: Domains.optional(),
    restrict_targets: z.boolean().optional(),
    overage_enabled: z.boolean().optional(),
    daily_limit: DailyLimit.optional(),
    daily_visitor_limit: DailyLimit.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, { message: SENTENCES.nothingToChange })
  .meta({ minProperties: 1 });

/** `status` is Stripe's: https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
export const Subscription = z
  .object({
    status: z.string(),
    tier: z.enum(TIERS),
    current_period_start: z.iso.datetime(),
    current_period_end: z.iso.datetime(),
    cancel_at_period_end: z.boolean(),
  })
  .meta({ id: "Subscription" });
export type Subscription = z.infer<typeof Subscription>;
export const SubscriptionResponse = z.object({ subscription: Subscription.nullable() });

/**
 * Body of `POST /user/checkout/confirm`. `session_id` is Stripe's checkout session, from the address that the payment
 * page returns to; confirming it activates the plan without waiting for the webhook.
 */
export const CheckoutConfirm = z.strictObject({
  session_id: z
    .string()
    .max(255)
    .regex(/^cs_\w+$/, "is not the ID of a payment page"),
});
export const CheckoutRequest = z.strictObject({
  tier: z.enum(TIERS),
  preview: z.string().max(1_000).optional().meta({
    description: "Token of the previewed figures. The plan then changes with exactly these figures",
  }),
});
export const PlanQuery = z.strictObject({ tier: z.enum(TIERS) });
/** What a change of plan costs and gives: all figures of one moment. */
const PlanChange = z
  .object({
    token: z.string().meta({ description: "Confirms these figures in `POST /user/checkout`" }),
    expires_at: z.iso.datetime(),
    tier: z.enum(TIERS),
    direction: z.enum(["upgrade", "downgrade"]),
    due_cents: z.number().int().meta({ description: "Charged immediately, in US cents" }),
    credit_cents: z.number().int().meta({ description: "Credited to the next invoice, in US cents" }),
    card: z
      .object({ brand: z.string(), last4: z.string() })
      .nullable()
      .meta({ description: "The card that pays, if known" }),
    credits: z.object({ used: z.number().int(), now: z.number().int(), after: z.number().int() }).meta({
      description: "Credits of this billing period: used, and the limit before and after the change",
    }),
    next: z
      .object({ date: z.iso.datetime(), price_cents: z.number().int(), credits: z.number().int() })
      .meta({ description: "The next billing period: its start, full price and credits" }),
  })
  .meta({ id: "PlanChange" });
export type PlanChange = z.infer<typeof PlanChange>;
export const PlanChangeResponse = z.object({ preview: PlanChange.nullable() });
export const CheckoutResponse = z
  .object({ url: z.string().optional(), updated: z.boolean().optional(), message: z.string().optional() })
  .meta({ id: "CheckoutResponse" });
export const PortalResponse = z.object({ url: z.string() });

/** Statuses of Stripe's invoices, without drafts. */
export const INVOICE_STATUSES = ["open", "paid", "uncollectible", "void"] as const;
const Invoice = z
  .object({
    id: z.string(),
    number: z.string().nullable(),
    status: z.enum(INVOICE_STATUSES),
    amount_cents: z
      .number()
      .int()
      .meta({ description: "Amount to pay, in US cents, less the credit of the customer" }),
    created_at: z.iso.datetime(),
    period_start: z.iso.datetime(),
    period_end: z.iso.datetime(),
    hosted_url: z
      .string()
      .nullable()
      .meta({ description: "Stripe's page of the invoice: pays it, and has the receipt once it is paid" }),
    pdf_url: z.string().nullable(),
  })
  .meta({ id: "Invoice" });
export const InvoiceList = z.object({
  invoices: z.array(Invoice).meta({ description: `Newest first, at most ${LIMITS.invoices}` }),
  has_more: z.boolean().meta({ description: "Whether the billing portal has older invoices" }),
});
export type InvoiceList = z.infer<typeof InvoiceList>;

/** Public key of the site's own demo; null when no demo is set up. */
export const Demo = z.object({ public_key: z.string().nullable() }).meta({ id: "Demo" });
