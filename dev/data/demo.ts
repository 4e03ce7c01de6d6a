/** The demo account on the Starter plan. `.wrangler/demo.json` holds its password and keys, for people and tools. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { sha256Hex } from "#store/secrets/sha256.ts";
import { DEMO_FILE } from "../../tools/paths.ts";
import { createAccount } from "./local-accounts.ts";
import { batchOn } from "./local-d1.ts";
import type { LocalD1 } from "./local-miniflare.ts";
import { repeated } from "./repeated.ts";

const EMAIL = "demo@example.com";
export const DEMO_TIER = "starter";

/** Finds a row if the API key with this hash works. */
export const LIVE_KEY =
  "select 1 from api_keys join accounts on accounts.id = account_id where hash = ? and revoked_at is null and deleting_at is null";

export const Demo = z.object({
  baseUrl: z.string(),
  email: z.string(),
  password: z.string(),
  apiKey: z.string(),
  publicKey: z.string(),
});
export type Demo = z.infer<typeof Demo>;

export function readDemo(): Demo | null {
  try {
    return Demo.parse(JSON.parse(readFileSync(DEMO_FILE, "utf8")));
  } catch {
    return null;
  }
}

/** The account of the last start if its API key still works, else a new account. */
export async function ensureDemo(db: LocalD1, origin: string): Promise<Demo> {
  const last = readDemo();
  const key = last && (await repeated(() => db.prepare(LIVE_KEY).bind(sha256Hex(last.apiKey)).first()));
  const account = last && key ? last : await createAccount({ tier: DEMO_TIER, email: EMAIL }, batchOn(db));
  return saveDemo({ ...account, baseUrl: origin });
}

/** Writes the file. */
export function saveDemo(demo: Demo): Demo {
  mkdirSync(dirname(DEMO_FILE), { recursive: true });
  writeFileSync(DEMO_FILE, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  return demo;
}
