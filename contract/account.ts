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
  email: Email.meta({ description: "Address of the account. It gets the verification link" }),
  password: Password.meta({ description: "Password of the account" }),
  turnstile_token: TurnstileToken,
});
export const LoginRequest = z.strictObject({
  email: Email.meta({ description: "Address of the account" }),
  password: z.string().min(1).meta({ description: "Password of the account" }),
});
export const EmailRequest = z.strictObject({
  email: Email.meta({ description: "Address of the account. It gets the link" }),
  turnstile_token: TurnstileToken,
});
/** Consumes a mailed token: `POST /auth/verify` and `POST /auth/magic-link/consume`. */
export const TokenRequest = z.strictObject({
  token: z.string().min(1).max(200).meta({ description: "Token of the mailed link, after `#token=`" }),
});
/** `POST /auth/verify`. */
export const VerifyRequest = TokenRequest.extend({
  receipt: z.string().max(100).optional().meta({
    description: "Receipt of the registration. With it, the response has a sign-in session",
  }),
});
export const ResetRequest = TokenRequest.extend({
  password: Password.meta({ description: "The new password" }),
});
export const PasswordChange = z.strictObject({
  current_password: z.string().meta({ description: "The password until now" }),
  new_password: Password.meta({ description: "The new password. It ends all other sign-in sessions" }),
});

/** Body of `POST /auth/change-email`. */
export const EmailChange = z.strictObject({ email: Email.meta({ description: "The new address" }) });
export const EmailConfirmed = z.object({
  message: z.string().meta({ description: "A sentence for the user" }),
  changed: z
    .boolean()
    .meta({ description: "Whether both mailboxes have confirmed, so that the address is changed" }),
});
export const PendingEmailChange = z.object({
  email_change: z
    .object({
      email: z.string().meta({ description: "The new address" }),
      old_confirmed: z.boolean().meta({ description: "Whether the old mailbox has confirmed" }),
      new_confirmed: z.boolean().meta({ description: "Whether the new mailbox has confirmed" }),
      expires_at: z.iso.datetime().meta({ description: "When the two links stop working" }),
    })
    .nullable()
    .meta({ description: "The change that waits for confirmation; null without one" }),
});
export type PendingEmailChange = z.infer<typeof PendingEmailChange>;

/** `{message}`: a sentence that the page shows. */
export const Message = z
  .object({ message: z.string().meta({ description: "A sentence for the user" }) })
  .meta({ id: "Message" });

/** `receipt` shows later that the same browser registered. */
export const Registered = Message.extend({
  receipt: z.string().meta({ description: "Proves to `POST /auth/verify` that the same browser registered" }),
}).meta({ id: "Registered" });

/** A new sign-in session. `token` goes into the header `Authorization: Bearer`. */
export const Session = z
  .object({
    token: z.string().meta({ description: "Goes into the header `Authorization: Bearer`" }),
    expires_at: z.iso.datetime().meta({ description: "When the session ends without further requests" }),
  })
  .meta({ id: "Session", description: "A sign-in session; null if the request starts none" });
export type Session = z.infer<typeof Session>;

/** The address is verified. `session`: null without the receipt of the registration. */
export const Verified = Message.extend({
  session: Session.nullable().meta({ description: "null without the receipt of the registration" }),
}).meta({ id: "Verified" });

/** One of the user's sign-in sessions. */
const SessionInfo = z
  .object({
    id: z.string().meta({ description: "ID of the session" }),
    user_agent: z.string().meta({ description: "Browser that signed in, as it names itself" }),
    created_at: z.iso.datetime().meta({ description: "Time of the sign-in" }),
    seen_at: z.iso.datetime().meta({ description: "Time of the last request, to the hour" }),
    expires_at: z.iso.datetime().meta({ description: "When the session ends without further requests" }),
    current: z.boolean().meta({ description: "True for the session that sent this request" }),
  })
  .meta({ id: "SessionInfo" });
export const SessionList = z.object({
  sessions: z.array(SessionInfo).meta({ description: "All sign-in sessions of the user" }),
});
export type SessionList = z.infer<typeof SessionList>;

export const Profile = z
  .object({
    id: z.string().meta({ description: "ID of the account" }),
    email: z.string().meta({ description: "Address of the account" }),
    email_confirmed_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: "When the address was verified; null until then" }),
    tier: z.enum(TIERS).meta({ description: "The account's plan" }),
    monthly_credits: z.number().int().meta({ description: "Credits of the plan in a period" }),
    credits_used: z.number().int().meta({ description: "Credits used in this period" }),
    subscription_period_start: z.iso.datetime().meta({ description: "Start of the credit period" }),
    subscription_period_end: z.iso.datetime().meta({ description: "End of the credit period" }),
    overage_enabled: z.boolean().meta({
      description: "Whether jobs keep running on overage credits once the plan's credits are used up",
    }),
    overage_credits: z.number().int().meta({ description: "Overage credits used in this period" }),
    overage_millis: z
      .number()
      .int()
      .meta({ description: "Price of the overage credits, in thousandths of a US dollar" }),
    spending_cap_cents: z.number().int().meta({
      description:
        "Most that the overage credits of a period may cost, in US cents. The price of the plan until the owner changes it",
    }),
    has_password: z
      .boolean()
      .meta({ description: "Whether the account has a password. If not, it signs in by mailed links" }),
    payment_failed_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: "Since when a payment is open; null if all are paid" }),
    created_at: z.iso.datetime().meta({ description: "Time of the registration" }),
  })
  .meta({ id: "Profile", description: "The account, its plan and its credits" });
export type Profile = z.infer<typeof Profile>;
export const ProfileResponse = z.object({ profile: Profile });

export const SettingsPatch = z
  .strictObject({
    overage_enabled: z
      .boolean()
      .optional()
      .meta({ description: "Whether to use overage credits. Only on paid plans" }),
    spending_cap_cents: z
      .number()
      .int()
      .min(0)
      .max(LIMITS.spendingCapCents)
      .optional()
      .meta({ description: "Most that the overage credits of a period may cost, in US cents" }),
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
  .object({
    key: z.string().meta({ description: "The private API key" }),
    created_at: z.iso.datetime().meta({ description: "Time of creation or of the last rotation" }),
    last_used_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: "Last use, to the minute; null before the first" }),
  })
  .meta({ id: "ApiKey", description: "The key that the account has from the start" });
/** The key before the last rotation, while it still works. */
const OldKey = z
  .object({
    expires_at: z.iso.datetime().meta({ description: "When the old key stops working" }),
    last_used_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: "Last use, to the minute; null before the first" }),
  })
  .meta({ id: "OldKey", description: "The key before the last rotation; null once it stopped working" });
export const ApiKeyResponse = z.object({
  api_key: ApiKey,
  old_key: OldKey.nullable(),
});
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
    id: z.string().meta({ description: "ID of the key" }),
    name: z.string().meta({ description: "Name of the key" }),
    is_default: z.boolean().meta({
      description: "The key that the account has from the start. It has all scopes and no ceiling",
    }),
    beginning: z.string().meta({ description: "First characters of the key, to recognize it" }),
    mode: z.enum(KEY_MODES).meta({
      description: "test: jobs cost no credits, and their files are marked “TEST”",
    }),
    scopes: z.array(z.enum(KEY_SCOPES)).meta({ description: "What the key may do" }),
    monthly_ceiling: Ceiling,
    used_this_period: z.number().int().meta({ description: "Credits used in this period" }),
    created_at: z.iso.datetime().meta({ description: "Time of creation" }),
    last_used_at: z.iso.datetime().nullable().meta({ description: "To the minute" }),
  })
  .meta({ id: "PrivateKey", description: "The API key" });
export type PrivateKey = z.infer<typeof PrivateKey>;
export const PrivateKeyList = z.object({
  api_keys: z.array(PrivateKey).meta({ description: "All API keys of the account, the default key first" }),
});
export const PrivateKeyResponse = z.object({
  api_key: PrivateKey,
});
export const PrivateKeyCreate = z.strictObject({
  name: KeyName.meta({ description: "Name of the key, for you to recognize it" }),
  scopes: Scopes,
  mode: z.enum(KEY_MODES).default("live").meta({
    description: "live: jobs cost credits. test: they cost none, and their files are marked “TEST”",
  }),
  monthly_ceiling: Ceiling.default(null),
});
export const PrivateKeyCreated = z.object({
  api_key: PrivateKey,
  key: z.string().meta({ description: "The key itself. No later response has it" }),
});
export type PrivateKeyCreated = z.infer<typeof PrivateKeyCreated>;
export const PrivateKeyUpdate = z
  .strictObject({
    name: KeyName.optional().meta({ description: "The new name" }),
    scopes: Scopes.optional(),
    monthly_ceiling: Ceiling.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, { message: SENTENCES.nothingToChange })
  .meta({ minProperties: 1 });

const DailyLimit = z.number().int().min(1).max(LIMITS.widgetDailyLimit).nullable();

export const PublicKey = z
  .object({
    id: z.string().meta({ description: "ID of the key" }),
    name: z.string().meta({ description: "Name of the key" }),
    key: z.string().meta({ description: "The public key, for the embed code" }),
    authorized_domains: z.array(z.string()).meta({ description: "Domains whose pages may use the key" }),
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
    created_at: z.iso.datetime().meta({ description: "Time of creation" }),
    last_used_at: z.iso.datetime().nullable().meta({ description: "Last use; null before the first" }),
  })
  .meta({ id: "PublicKey", description: "The public key" });
export type PublicKey = z.infer<typeof PublicKey>;
export const PublicKeyResponse = z.object({
  public_key: PublicKey,
});
export const PublicKeyList = z.object({
  public_keys: z.array(PublicKey).meta({ description: "All public keys of the account, newest first" }),
});

/** Conversions of a key by the domain of the button's page. */
export const DomainUseList = z.object({
  domains: z
    .array(
      z.object({
        host: z.string().meta({ description: "Domain of the page that has the button" }),
        jobs: z.number().int().meta({ description: "Conversions in the last 30 days" }),
        finished: z.number().int().meta({ description: "Of these, completed ones" }),
        failed: z.number().int().meta({ description: "Of these, failed ones" }),
      }),
    )
    .meta({ description: `Most conversions first, at most ${LIMITS.domainUseRows}` }),
});
export type DomainUseList = z.infer<typeof DomainUseList>;

const Domains = z.array(z.string().max(260)).max(LIMITS.domainsPerKey);
export const PublicKeyCreate = z.strictObject({
  name: KeyName.meta({ description: "Name of the key, for you to recognize it" }),
  authorized_domains: Domains.meta({
    description:
      "`example.com` for one host, `*.example.com` for all its subdomains, `localhost:*` for any port",
  }),
  restrict_targets: z
    .boolean()
    .default(true)
    .meta({ description: "Whether the key converts only pages on its authorized domains" }),
});
export const PublicKeyUpdate = z
  .strictObject({
    name: KeyName.optional().meta({ description: "The new name" }),
    authorized_domains: Domains.optional().meta({ description: "The new domains, in place of all old ones" }),
    restrict_targets: z
      .boolean()
      .optional()
      .meta({ description: "Whether the key converts only pages on its authorized domains" }),
    overage_enabled: z.boolean().optional().meta({
      description: "Whether the key's buttons may use overage credits, if the account's overage is on",
    }),
    daily_limit: DailyLimit.optional().meta({
      description: "Conversions in a day (UTC) by all visitors. null: half of the plan's monthly credits",
    }),
    daily_visitor_limit: DailyLimit.optional().meta({
      description: "Conversions in a day (UTC) by one visitor. null: the default of the plan",
    }),
  })
  .refine((change) => Object.keys(change).length > 0, { message: SENTENCES.nothingToChange })
  .meta({ minProperties: 1 });

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

/** Public key of the site's own demo; null when no demo is set up. */
export const Demo = z
  .object({
    public_key: z
      .string()
      .nullable()
      .meta({ description: "Public key of the site's own demo; null if no demo is set up" }),
  })
  .meta({ id: "Demo" });
