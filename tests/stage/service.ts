/** The running service as tests meet it: its address, accounts of any plan, what it logged. */
import { readFile } from "node:fs/promises";
import { inject, vi } from "vitest";
import type { Tier } from "#contract/plans.ts";
import { createAccounts, type LocalAccount } from "../../dev/data/local-accounts.ts";
import { SERVICE_LOG } from "./global-setup.ts";

const demo = inject("demo");
export const baseUrl = demo.baseUrl;
/** Origin of `trials/soak/pages`, and of the addresses that `tests/stage/pages.ts` lets misbehave. */
export const pages = inject("pages");

const LOG_MS = 20_000;

/** Made in groups: hashing a group's password is slow on purpose. */
const GROUP = 16;
const unused = new Map<Tier, AsyncGenerator<LocalAccount>>();

async function* accountsOf(tier: Tier): AsyncGenerator<LocalAccount> {
  while (true) for await (const group of createAccounts({ count: GROUP, tier })) yield* group;
}

/** A new verified account, so that no test meets another's credits and limits. */
export async function newAccount(tier: Tier = "pro"): Promise<LocalAccount & { baseUrl: string }> {
  const accounts = unused.get(tier) ?? accountsOf(tier);
  unused.set(tier, accounts);
  const { value } = await accounts.next();
  return { baseUrl, ...value };
}

/** The first match in what the service has logged, or logs within 20 s: mailed links, for one. */
export function logged(pattern: RegExp): Promise<RegExpExecArray> {
  return vi.waitFor(
    async () => {
      const match = pattern.exec(await readFile(SERVICE_LOG, "utf8"));
      if (!match) throw new Error(`The service has not logged ${pattern}.`);
      return match;
    },
    { timeout: LOG_MS, interval: 100 },
  );
}
