/**
 * Stripe's webhook: signed events, each applied once, in any order. A failure returns 5xx, so that Stripe sends it
 * again.
 */
import type Stripe from "stripe";
import { markApplied, receiveEvent } from "#store/money/stripe-events.ts";
import { ApiError } from "../http/api-error.ts";
import { limitBody, readingBody } from "../http/limit-body.ts";
import { router } from "../http/router.ts";
import { databaseOfEvent } from "./event-database.ts";
import { applyEvent } from "./events.ts";
import { callStripe, openBilling, openStripe } from "./stripe.ts";

/** Maximum difference between the time of an event's signature and our clock, in both directions. */
const TOLERANCE_SECONDS = 300;

export const webhookRoutes = router();

webhookRoutes.post("/", limitBody, async (c) => {
  const signature = c.req.header("stripe-signature") ?? "";
  const payload = await readingBody(() => c.req.text());
  const event = await verify(openStripe(c.env), payload, signature, c.env.STRIPE_WEBHOOK_SECRET);
  const { id, type, created } = event;
  const isNew = await receiveEvent(c.var.db, { id, type, createdAt: created * 1000 }, Date.now());
  if (isNew) {
    const db = await databaseOfEvent(c.var.dbs, event);
    await callStripe(() => applyEvent(openBilling(c.env, db), event, Date.now()));
    await markApplied(c.var.db, id, Date.now());
  }
  return c.json({ received: true });
});

async function verify(
  stripe: Stripe,
  payload: string,
  signature: string,
  secret: string,
): Promise<Stripe.Event> {
  // The SDK refuses signatures that are too old, but accepts any time in the future.
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
  if (!secret || !(signedAt <= Date.now() / 1000 + TOLERANCE_SECONDS))
    throw new ApiError("invalid_signature");
  try {
    return await stripe.webhooks.constructEventAsync(payload, signature, secret, TOLERANCE_SECONDS);
  } catch (cause) {
    throw new ApiError("invalid_signature", { cause });
  }
}
