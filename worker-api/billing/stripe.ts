/** Stripe's SDK with our configuration, and its errors as ours. */
import Stripe from "stripe";
import { StripeCatalog } from "#contract/stripe.ts";
import type { Db } from "#store/db.ts";
import { ApiError } from "../http/api-error.ts";

/** Version of Stripe's API, which all field names in this folder belong to. */
const API_VERSION = "2026-10-28.endive";
const TIMEOUT_MS = 20_000;
const RETRIES = 2;

export type BillingEnv = Pick<
  Env,
  "DB" | "PUBLIC_ORIGIN" | "STRIPE_API_BASE" | "STRIPE_PRICES" | "STRIPE_SECRET_KEY" | "STRIPE_WEBHOOK_SECRET"
>;

export interface Billing {
  db: Db;
  stripe: Stripe;
  catalog: StripeCatalog;
  /** Our own origin, for the pages that Stripe sends the customer back to. */
  origin: string;
}

/**
 * `db`: the account's database, or the one of a task of the sweep.
 * @throws ApiError `billing_unavailable` when the configuration lacks the key or the prices.
 */
export function openBilling(env: BillingEnv, db: Db): Billing {
  const catalog = StripeCatalog.safeParse(readJson(env.STRIPE_PRICES));
  if (!catalog.success || !env.STRIPE_SECRET_KEY)
    throw new ApiError("billing_unavailable", { cause: catalog.error ?? new Error("no STRIPE_SECRET_KEY") });
  return {
    db,
    stripe: openStripe(env),
    catalog: catalog.data,
    origin: env.PUBLIC_ORIGIN,
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function openStripe(env: Pick<BillingEnv, "STRIPE_API_BASE" | "STRIPE_SECRET_KEY">): Stripe {
  return new Stripe(env.STRIPE_SECRET_KEY, {
    apiVersion: API_VERSION,
    httpClient: Stripe.createFetchHttpClient(),
    maxNetworkRetries: RETRIES,
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...address(env.STRIPE_API_BASE),
  });
}

function address(base: string): { host?: string; port?: string; protocol?: "http" | "https" } {
  if (base === "") return {};
  const { hostname, port, protocol } = new URL(base);
  return { host: hostname, port, protocol: protocol === "http:" ? "http" : "https" };
}

/**
 * Runs `call` and turns Stripe's errors into ours: a declined card into `payment_failed`, others into
 * `billing_unavailable`.
 */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError)
      throw new ApiError("payment_failed", { cause: error });
    if (error instanceof Stripe.errors.StripeError)
      throw new ApiError("billing_unavailable", { cause: error });
    throw error;
  }
}

/** True when the requested object, or one that a parameter names, does not exist in Stripe. */
export function isMissing(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
}
