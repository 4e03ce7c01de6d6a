/** `.dev.vars` holds the secrets of local work, made once. Wrangler, Vite and `npm start` read this file. */
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { z } from "zod";
import { ROOT } from "../../tools/paths.ts";

const FILE = join(ROOT, ".dev.vars");

const Secrets = z.object({
  SEALING_KEY: z.string(),
  JOB_SEALING_KEY: z.string(),
  SIGNING_KEY: z.string(),
  STRIPE_SECRET_KEY: z.string(),
  STRIPE_WEBHOOK_SECRET: z.string(),
  /** Opens /admin of the local service. */
  ADMIN_SECRET: z.string(),
  /** Used with TURNSTILE_SITE_KEY of wrangler.toml. Never made here. */
  TURNSTILE_SECRET_KEY: z.string().default(""),
});
export type Secrets = z.infer<typeof Secrets>;

/** Only dev/stripe accepts this key. */
export const STAND_IN_KEY = "sk_test_local";

function newSecrets(): Omit<Secrets, "TURNSTILE_SECRET_KEY"> {
  return {
    SEALING_KEY: randomBytes(32).toString("base64"),
    JOB_SEALING_KEY: randomBytes(32).toString("base64"),
    SIGNING_KEY: randomBytes(32).toString("base64"),
    STRIPE_SECRET_KEY: STAND_IN_KEY,
    ADMIN_SECRET: randomBytes(32).toString("base64"),
    STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString("hex")}`,
  };
}

function read(): string {
  try {
    return readFileSync(FILE, "utf8");
  } catch {
    return "";
  }
}

/** Reads the secrets from the file. Makes those that are missing and appends them. */
export function localSecrets(): Secrets {
  const text = read();
  const present = Secrets.partial().parse(parseEnv(text));
  const made = Object.entries(newSecrets()).filter(([name]) => !(name in present));
  if (made.length > 0) {
    const lines = made.map(([name, value]) => `${name}="${value}"\n`).join("");
    writeFileSync(FILE, text && !text.endsWith("\n") ? `${text}\n${lines}` : text + lines, { mode: 0o600 });
  }
  return Secrets.parse({ ...Object.fromEntries(made), ...present });
}
