/** Stripe for local work: the account of the test key in `.dev.vars`, or the stand-in when that file has no key of yours. */
import { join } from "node:path";
import Stripe from "stripe";
import { STATE_DIR } from "../tools/paths.ts";
import { type StripeCatalog, setUpStripe } from "../tools/stripe-setup.ts";
import { type Secrets, STAND_IN_KEY } from "./data/secrets.ts";
import { startStripe } from "./stripe/server.ts";

export interface LocalStripe {
  vars: { STRIPE_API_BASE: string; STRIPE_PRICES: string };
  close(): Promise<void>;
}

/** @throws Error when the key is a live key, which moves real money. */
export async function localStripe(origin: string, secrets: Secrets): Promise<LocalStripe> {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret } = secrets;
  if (key === STAND_IN_KEY) {
    const standIn = await startStripe({
      port: 0,
      stateFile: join(STATE_DIR, "stripe.json"),
      webhookUrl: `${origin}/api/v1/stripe/webhook`,
      webhookSecret,
    });
    return { vars: vars(standIn.baseUrl, standIn.prices), close: standIn.close };
  }
  if (!/^[rs]k_test_/.test(key))
    throw new Error("STRIPE_SECRET_KEY in .dev.vars moves real money. Local work takes a test key only.");
  return { vars: vars("", await setUpStripe(new Stripe(key))), close: async () => {} };
}

function vars(base: string, catalog: StripeCatalog): LocalStripe["vars"] {
  return { STRIPE_API_BASE: base, STRIPE_PRICES: JSON.stringify(catalog) };
}
