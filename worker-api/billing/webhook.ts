/** Stripe's events: signed, each applied once, in any order; a failure answers 5xx so that Stripe sends again. */
import type Stripe from "stripe";
import { markApplied, receiveEvent } from "#store/money/stripe-events.ts";
import { ApiError } from "../http/api-error.ts";
import { limitBody, readingBody } from "../http/limit-body.ts";
import { router } from "../http/router.ts";
import { applyEvent } from "./events.ts";
import { asking, openBilling, openStripe } from "./stripe.ts";

/** How far an event's signature may be from our clock, to either side. */
const TOLERANCE_SECONDS = 300;

export const webhookRoutes = router();

webhookRoutes.post("/", limitBody, async (c) => {
  const signature = c.req.header("stripe-signature") ?? "";
  const payload = await readingBody(() => c.req.text());
  const event = await verify(openStripe(c.env), payload, signature, c.env.STRIPE_WEBHOOK_SECRET);
  const { id, type, created } = event;
  const isNew = await receiveEvent(c.var.db, { id, type, createdAt: created * 1000 }, Date.now());
  if (isNew) {
    await asking(() => applyEvent(openBilling(c.env), event, Date.now()));
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
  // The SDK refuses what is too old, and takes any time to come.
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
  if (!secret || !(signedAt <= Date.now() / 1000 + TOLERANCE_SECONDS))
    throw new ApiError("invalid_signature");
  try {
    return await stripe.webhooks.constructEventAsync(payload, signature, secret, TOLERANCE_SECONDS);
  } catch (cause) {
    throw new ApiError("invalid_signature", { cause });
  }
}
