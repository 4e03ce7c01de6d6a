/**
 * A customer for the billing tests: an account with a session, and calls to our API and to Stripe as dev/stripe
 * simulates it.
 */
import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { insertSession, newSession } from "#store/accounts/sign-in-sessions.ts";
import { accounts, ledger } from "#store/schema.ts";
import { addAccount, creditsOf } from "#store/test-account.ts";
import { call as callApi, db } from "../test-caller.ts";
import { openStripe } from "./stripe.ts";

export const stripe = openStripe(env);

export type Buyer = Awaited<ReturnType<typeof newBuyer>>;

export async function newBuyer(fields: Partial<typeof accounts.$inferInsert> = {}) {
  const accountId = await addAccount(db, Date.now() - 60_000, fields);
  const session = await newSession("test", Date.now());
  await insertSession(db, session, accountId, Date.now());
  const delivered = new Set<string>();

  async function call(method: string, path: string, body?: unknown) {
    const response = await callApi(method, `/user${path}`, {
      body,
      headers: { Authorization: `Bearer ${session.token}` },
    });
    return { status: response.status, body: await response.json() };
  }

  async function account() {
    const [row] = await db.select().from(accounts).where(eq(accounts.id, accountId));
    if (!row) throw new Error("the account is gone");
    return row;
  }

  async function customer(): Promise<string> {
    const { stripeCustomerId } = await account();
    if (!stripeCustomerId) throw new Error("no customer yet");
    return stripeCustomerId;
  }

  /** Stripe's events of this customer that were not delivered yet, oldest first. */
  async function newEvents(): Promise<Stripe.Event[]> {
    const mine = await customer();
    const events: Stripe.Event[] = [];
    for await (const event of stripe.events.list({ limit: 100 })) {
      if (!delivered.has(event.id) && JSON.stringify(event.data.object).includes(mine)) events.unshift(event);
    }
    for (const event of events) delivered.add(event.id);
    return events;
  }

  async function deliver(order: "made" | "reverse" = "made"): Promise<void> {
    const events = await newEvents();
    for (const event of order === "made" ? events : events.toReversed()) {
      const { status } = await sendEvent(event);
      if (status !== 200) throw new Error(`${event.type} returned ${status}`);
    }
  }

  /** Pays on the payment page. The events are not delivered. */
  async function pay(tier: string, card = "works"): Promise<Response> {
    return press(urlIn((await call("POST", "/checkout", { tier })).body), { action: "pay", card });
  }

  async function subscription(): Promise<Stripe.Subscription> {
    const { data } = await stripe.subscriptions.list({ customer: await customer(), status: "all" });
    if (!data[0]) throw new Error("no subscription");
    return data[0];
  }

  /** The current period by Stripe's clock, in Unix seconds. */
  async function period(): Promise<{ start: number; end: number; now: number }> {
    const { id, items } = await subscription();
    const [item] = items.data;
    const preview = await stripe.invoices.createPreview({
      subscription: id,
      subscription_details: { items: [{ id: item?.id, price: item?.price.id }] },
    });
    const now = preview.parent?.subscription_details?.subscription_proration_date;
    if (!item || now === undefined) throw new Error("no period");
    return { start: item.current_period_start, end: item.current_period_end, now };
  }

  return {
    accountId,
    call,
    account,
    customer,
    newEvents,
    deliver,
    pay,
    credits: () => creditsOf(db, accountId),
    choose: (tier: string, preview?: string) => call("POST", "/checkout", { tier, preview }),
    /** Buys a plan on the payment page and delivers the events. */
    async subscribe(tier: string, card?: string): Promise<void> {
      await pay(tier, card);
      await deliver();
    },
    /** Moves this customer's time in Stripe. The events are not delivered. */
    async advance(days: number): Promise<void> {
      await control("clock", { advanceDays: days, customer: await customer() });
    },
    /** Moves this customer's time to when this share of the period is left, or a moment later. */
    async toShareLeft(share: number): Promise<void> {
      const { start, end, now } = await period();
      const seconds = Math.ceil(end - share * (end - start) - now);
      if (seconds > 0) await control("clock", { advanceSeconds: seconds, customer: await customer() });
    },
    /** Uses credits without a job. */
    async use(credits: number): Promise<void> {
      await db
        .update(accounts)
        .set({ creditsUsed: sql`credits_used + ${credits}` })
        .where(eq(accounts.id, accountId));
      const reference = crypto.randomUUID();
      const createdAt = Date.now();
      await db.insert(ledger).values({ accountId, kind: "debit", reference, amount: credits, createdAt });
    },
    period,
    /** Uses the billing portal. The events are not delivered. */
    async portal(fields: Record<string, string>): Promise<void> {
      await press(urlIn((await call("POST", "/billing-portal")).body), fields);
    },
    subscription,
    /** Newest first. */
    async invoices(): Promise<Stripe.Invoice[]> {
      return (await stripe.invoices.list({ customer: await customer() })).data;
    },
  };
}

export function urlIn(body: unknown): string {
  if (typeof body === "object" && body && "url" in body && typeof body.url === "string") return body.url;
  throw new Error(`no page in ${JSON.stringify(body)}`);
}

/** Submits the form of a page of dev/stripe. */
export async function press(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
}

/** Controls dev/stripe: moves the time, makes calls fail. */
export async function control(path: string, body: unknown): Promise<void> {
  const response = await fetch(`${env.STRIPE_API_BASE}/_dev/${path}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

export async function sendEvent(event: unknown, signedAt = Date.now() / 1000): Promise<Response> {
  const payload = JSON.stringify(event);
  const header = await stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret: env.STRIPE_WEBHOOK_SECRET,
    timestamp: Math.floor(signedAt),
  });
  return sendSigned(payload, header);
}

export async function sendSigned(payload: string, signature: string): Promise<Response> {
  return callApi("POST", "/stripe/webhook", { body: payload, headers: { "Stripe-Signature": signature } });
}
