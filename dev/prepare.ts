/** Prepares what `npm start` and `npm run dev` both need: browser, secrets, Stripe's stand-in, database, demo account, fonts. */

import { STATE_DIR } from "../tools/paths.ts";
import { requireBrowser } from "./browser/index.ts";
import { ensureDemo, readDemo, saveDemo } from "./data/demo.ts";
import { ensureFonts, fontsKey } from "./data/fonts.ts";
import { isKept } from "./data/kept.ts";
import { openDatabase } from "./data/local-d1.ts";
import { localSecrets } from "./data/secrets.ts";
import { localStripe } from "./local-stripe.ts";

/** The cron runs each minute, as in wrangler.toml. */
export const CRON_MS = 60_000;

/** A bench, the soak, the fuzz and the tests send far more from one machine than a customer does. */
const LIMITS_PER_MINUTE: Record<string, number> = {
  UNPROVEN_LIMIT: 1_000_000,
  CALLER_LIMIT: 1_000_000,
  MAIL_LIMIT: 1_000,
};

/** Settings of the environment that a local service takes. */
const FROM_ENVIRONMENT = ["OTLP_ENDPOINT", "OTLP_HEADERS", "TRACE_SHARE"];

function fromEnvironment(): Record<string, string> {
  return Object.fromEntries(
    FROM_ENVIRONMENT.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The databases with the demo account, and the fonts. */
async function prepareData(origin: string, databases: number) {
  const last = readDemo();
  if (databases === 1 && last && (await isKept(STATE_DIR, last, fontsKey())))
    return saveDemo({ ...last, baseUrl: origin });
  for (let index = 1; index < databases; index += 1) await (await openDatabase(index)).close();
  const { db, bucket, close } = await openDatabase();
  try {
    await ensureFonts(bucket);
    return await ensureDemo(db, origin);
  } finally {
    await close();
  }
}

interface LocalOptions {
  /** Further variables, for both Workers. */
  vars?: Record<string, string>;
  /** Full Chromium, and as many browsers and tabs as wrangler.toml says. */
  isLikeCloudflare?: boolean;
  databases?: number;
}

/** Returns the demo account, Stripe, and what overrides wrangler.toml: each Worker's variables and the API's rate limits. */
export async function prepareLocal(
  origin: string,
  { vars = {}, isLikeCloudflare = false, databases = 1 }: LocalOptions = {},
) {
  const secrets = localSecrets();
  const shared = { PUBLIC_ORIGIN: origin, ALLOW_PRIVATE_TARGETS: "true", ...fromEnvironment(), ...vars };
  const allowPrivate = shared.ALLOW_PRIVATE_TARGETS === "true";
  const [demo, stripe] = await Promise.all([
    prepareData(origin, databases),
    localStripe(origin, secrets),
    requireBrowser({ allowPrivate, isFull: isLikeCloudflare }),
  ]);
  // On one machine, a second browser only takes memory.
  const slots: Record<string, string> = isLikeCloudflare ? {} : { BROWSERS: "1", TABS_PER_BROWSER: "4" };
  const api = {
    ...shared,
    ...secrets,
    DEMO_PUBLIC_KEY: demo.publicKey,
    ...stripe.vars,
  };
  return {
    demo,
    stripe,
    vars: { api, render: { ...slots, ...shared, JOB_SEALING_KEY: secrets.JOB_SEALING_KEY } },
    limits: LIMITS_PER_MINUTE,
  };
}
