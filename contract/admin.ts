/** The operator's page: what its calls take and return. They are not part of the public API. */
import { z } from "zod";
import { Health } from "./health.ts";
import { TIERS } from "./plans.ts";

/** With a shorter ADMIN_SECRET, the operator's page does not exist. */
export const ADMIN_SECRET_MIN_CHARS = 32;
/** How long the operator stays signed in. */
export const ADMIN_SESSION_MINUTES = 60;
const MAX_REFUND = 10_000;

export const AdminSignIn = z.strictObject({ secret: z.string().min(1).max(500) });

const Reason = z.string().trim().min(3, "say why, in at least three characters").max(500);
export const AdminReason = z.strictObject({ reason: Reason });
export const AdminRefund = z.strictObject({
  credits: z.int().min(1).max(MAX_REFUND),
  reason: Reason,
  /** A repeated request with the same key refunds once. */
  key: z.uuid(),
});

const Action = z.object({
  id: z.string(),
  account_id: z.string(),
  kind: z.enum(["refund", "ban", "unban"]),
  credits: z.int().nullable(),
  reason: z.string(),
  created_at: z.iso.datetime(),
});
export type AdminAction = z.infer<typeof Action>;

const Queue = z.object({
  waiting: z.int(),
  running: z.int(),
  slots: z.int(),
  browsers: z.array(z.object({ name: z.string(), running: z.int(), paused: z.boolean() })),
});

export const AdminOverview = z.object({
  health: Health,
  /** Null while the Scheduler does not respond. */
  queue: Queue.nullable(),
  /** Age of the oldest waiting job. */
  oldest_job_minutes: z.int(),
  /** Empty without a destination for alerts. */
  alerts: z.array(
    z.object({
      kind: z.string(),
      title: z.string(),
      measure: z.string(),
      value: z.number(),
      active: z.boolean(),
      read_at: z.iso.datetime(),
    }),
  ),
  actions: z.array(Action),
});
export type AdminOverview = z.infer<typeof AdminOverview>;

const ACCOUNT_STATES = ["active", "unverified", "banned", "deleted"] as const;

const Account = z.object({
  id: z.string(),
  email: z.string(),
  plan: z.enum(TIERS),
  state: z.enum(ACCOUNT_STATES),
  credits_used: z.int(),
  credits_limit: z.int(),
  period_end: z.iso.datetime(),
  overage_enabled: z.boolean(),
  payment_failed_at: z.iso.datetime().nullable(),
  stripe_customer_id: z.string().nullable(),
  /** What is billed at Stripe; null without a subscription. */
  subscription: z.object({ status: z.string(), ends: z.boolean(), period_end: z.iso.datetime() }).nullable(),
  created_at: z.iso.datetime(),
});

const Job = z.object({
  id: z.string(),
  source: z.string(),
  input: z.string(),
  /** Only the host of the address: the rest belongs to the customer. */
  host: z.string().nullable(),
  output_type: z.string(),
  status: z.string(),
  test: z.boolean(),
  attempts: z.int(),
  error_code: z.string().nullable(),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
});
export type AdminJob = z.infer<typeof Job>;

export const AdminAccount = z.object({ account: Account, jobs: z.array(Job), actions: z.array(Action) });
export type AdminAccount = z.infer<typeof AdminAccount>;

export const AdminFound = z.object({ id: z.string() });
