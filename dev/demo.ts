/** The demo account: on the Starter plan, its keys in `.wrangler/demo.json` for people and tools. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { createAccounts } from "./local-accounts.ts";
import { DEMO_FILE } from "./paths.ts";

const EMAIL = "demo@example.com";
export const DEMO_TIER = "starter";

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

async function keyWorks(origin: string, apiKey: string): Promise<boolean> {
  const answer = await fetch(`${origin}/api/v1/jobs/job_none`, { headers: { "x-api-key": apiKey } });
  return answer.status !== 401;
}

/** The account of the last start while its key still works, else a new one. */
export async function ensureDemo(origin: string): Promise<Demo> {
  const last = readDemo();
  if (last && (await keyWorks(origin, last.apiKey))) return save({ ...last, baseUrl: origin });
  for await (const [account] of createAccounts({ count: 1, tier: DEMO_TIER, email: EMAIL })) {
    if (account) return save({ baseUrl: origin, ...account });
  }
  throw new Error("The demo account was not stored.");
}

function save(demo: Demo): Demo {
  mkdirSync(dirname(DEMO_FILE), { recursive: true });
  writeFileSync(DEMO_FILE, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  return demo;
}
