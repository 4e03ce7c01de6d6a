/** A local Stripe for each test, with a client, and a webhook that records its events. */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import Stripe from "stripe";
import { onTestFinished } from "vitest";
import { startStripe } from "./server.ts";

const SECRET = "whsec_test";

export function clientOf(baseUrl: string): Stripe {
  const { hostname, port } = new URL(baseUrl);
  return new Stripe("sk_test_1", { host: hostname, port, protocol: "http", maxNetworkRetries: 0 });
}

export async function newStripe(options: { webhookUrl?: string; stateFile?: string } = {}) {
  const running = await startStripe({
    port: 0,
    stateFile: options.stateFile ?? null,
    webhookUrl: options.webhookUrl ?? null,
    webhookSecret: SECRET,
  });
  let open = true;
  const close = async () => {
    if (open) await running.close();
    open = false;
  };
  onTestFinished(close);
  const stripe = clientOf(running.baseUrl);

  async function control(path: string, body: unknown): Promise<unknown> {
    const response = await fetch(`${running.baseUrl}/_dev/${path}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    return response.json();
  }

  /** Makes a customer with a payment page for the Starter plan. */
  async function newCheckout(): Promise<{ customer: string; page: string }> {
    const { id: customer } = await stripe.customers.create({ email: "jo@example.com" });
    const { starter, starterOverage } = running.prices;
    const { url } = await stripe.checkout.sessions.create({
      mode: "subscription",
      customer,
      line_items: [{ price: starter, quantity: 1 }, { price: starterOverage }],
      success_url: "http://shop.test/thanks?id={CHECKOUT_SESSION_ID}",
      cancel_url: "http://shop.test/plans",
    });
    return { customer, page: url ?? "" };
  }

  async function press(page: string, fields: Record<string, string>): Promise<Response> {
    return fetch(page, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  }

  return { ...running, close, stripe, control, newCheckout, press };
}

/** Responds with `status` to each event and records it. Stripe's own code checks the signature. */
export async function newWebhook(status: () => number = () => 200) {
  const events: Stripe.Event[] = [];
  const server = createServer(async (request, response) => {
    const signature = String(request.headers["stripe-signature"]);
    events.push(Stripe.webhooks.constructEvent(await text(request), signature, SECRET));
    response.writeHead(status()).end();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/`, events, types: () => events.map((event) => event.type) };
}
