/** What every local service needs, however it is started: browser, secrets, Stripe's stand-in, database, demo account. */
import { requireBrowser } from "./browser/index.ts";
import { ensureDemo } from "./data/demo.ts";
import { openDatabase } from "./data/local-d1.ts";
import { localSecrets } from "./data/secrets.ts";
import { localStripe } from "./local-stripe.ts";

/** The clock that Cloudflare's cron is in production. */
export const CRON_MS = 60_000;

async function demoAccount(origin: string) {
  const { db, close } = await openDatabase();
  try {
    return await ensureDemo(db, origin);
  } finally {
    await close();
  }
}

/** Answers the demo account and the variables that take the place of wrangler.toml's, `extra` among them. */
export async function prepareLocal(origin: string, extra: Record<string, string> = {}) {
  const secrets = localSecrets();
  const [demo, stripe] = await Promise.all([
    demoAccount(origin),
    localStripe(origin, secrets),
    requireBrowser(),
  ]);
  // One machine: a second browser would only take memory.
  const slots = { BROWSERS: "1", TABS_PER_BROWSER: "4" };
  const shared = { PUBLIC_ORIGIN: origin, ALLOW_PRIVATE_TARGETS: "true", ...extra };
  const api = {
    ...shared,
    ...secrets,
    DEMO_PUBLIC_KEY: demo.publicKey,
    ...stripe.vars,
  };
  return { demo, stripe, vars: { api, render: { ...slots, ...shared } } };
}
