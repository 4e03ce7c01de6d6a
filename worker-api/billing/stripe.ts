/** Stripe's SDK as this Worker uses it, with its catalogue of prices and its failures as ours. */
import Stripe from "stripe";
import { StripeCatalog } from "#contract/billing.ts";
import { type Db, openDb } from "#store/db.ts";
import { ApiError } from "../http/api-error.ts";

/** The version that every field name here belongs to. */
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
  /** Our own address, for the pages that Stripe leads back to. */
  origin: string;
}

/** @throws ApiError `billing_unavailable` when the configuration lacks the key or the prices. */
export function openBilling(env: BillingEnv): Billing {
  const catalog = StripeCatalog.safeParse(readJson(env.STRIPE_PRICES));
  if (!catalog.success || !env.STRIPE_SECRET_KEY)
    throw new ApiError("billing_unavailable", { cause: catalog.error ?? new Error("no STRIPE_SECRET_KEY") });
  return {
    db: openDb(env.DB),
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

/** Makes Stripe's failures ours: a refused card is the customer's, everything else the provider's. */
export async function asking<T>(call: () => Promise<T>): Promise<T> {
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

/** The object that was asked for, or that a parameter names, is not there. */
export function isMissing(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
}
