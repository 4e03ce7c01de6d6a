/** The service under test: its address, new accounts on any plan, its log. */
import { readFile } from "node:fs/promises";
import { inject, vi } from "vitest";
import type { Tier } from "#contract/plans.ts";
import { createAccounts, type LocalAccount } from "../../dev/data/local-accounts.ts";
import { SERVICE_LOG } from "./global-setup.ts";

const demo = inject("demo");
export const baseUrl = demo.baseUrl;
/** Origin of the pages that `tests/stage/pages.ts` serves. */
export const pages = inject("pages");

const LOG_MS = 20_000;

/** Accounts are created in groups that share one password hash, because hashing is slow on purpose. */
const GROUP = 16;
const unused: Partial<Record<Tier, LocalAccount[]>> = {};

/** A new verified account. Each test takes its own, so that tests share no credits and limits. */
export async function newAccount(tier: Tier = "pro"): Promise<LocalAccount & { baseUrl: string }> {
  for (;;) {
    unused[tier] ??= [];
    const account = unused[tier].pop();
    if (account) return { baseUrl, ...account };
    for await (const group of createAccounts({ count: GROUP, tier })) unused[tier].push(...group);
  }
}

/** The first match in the log of the service, for example a mailed link. Waits up to 20 s for it. */
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
