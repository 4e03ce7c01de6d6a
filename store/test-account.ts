/** Accounts and jobs for tests: each test has its own. */

import { eq, sql } from "drizzle-orm";
import { JobOptions } from "#contract/job/request.ts";
import { PERIOD_DAYS, PLANS } from "#contract/plans.ts";
import type { Db } from "./db.ts";
import { type Admission, admit, type NewJob } from "./jobs/admit.ts";
import { accounts, ledger } from "./schema.ts";
import { newId } from "./secrets/ids.ts";

export async function addAccount(
  db: Db,
  now: number,
  fields: Partial<typeof accounts.$inferInsert> = {},
): Promise<string> {
  const id = newId("acc", db.shard);
  await db.insert(accounts).values({
    id,
    email: `${id.toLowerCase()}@example.com`,
    emailConfirmedAt: now,
    monthlyCredits: PLANS[fields.tier ?? "free"].creditsPerMonth,
    periodStart: now,
    periodEnd: now + PERIOD_DAYS * 86_400_000,
    createdAt: now,
    ...fields,
  });
  const used = fields.creditsUsed ?? 0;
  if (used > 0) {
    await db
      .insert(ledger)
      .values({ accountId: id, kind: "debit", reference: "earlier", amount: used, createdAt: now });
  }
  return id;
}

const URL = "https://example.com/";
const DEFAULTS = JSON.stringify(JobOptions.parse({}));

export function jobOf(fields: Partial<NewJob> = {}): NewJob {
  return {
    id: newId("job"),
    source: "api",
    keyId: null,
    originHost: null,
    input: "url",
    url: URL,
    outputType: "pdf",
    options: DEFAULTS,
    secrets: null,
    requestId: "",
    mayUseOverage: true,
    idempotency: null,
    tier: null,
    ...fields,
  };
}

/** Admits a job and returns its id. Throws when it is not admitted. */
export async function addJob(
  db: Db,
  accountId: string,
  now: number,
  fields?: Partial<NewJob>,
): Promise<string> {
  const job = jobOf({ id: newId("job", db.shard), ...fields });
  const { outcome }: Admission = await admit(db, { accountId }, job, now);
  if (outcome !== "admitted") throw new Error(outcome);
  return job.id;
}

/** Used credits by the account's row and by its ledger. The two are always equal. */
export async function creditsOf(db: Db, accountId: string): Promise<{ used: number; ledger: number }> {
  const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId));
  const [sum] = await db
    .select({ total: sql<number>`coalesce(sum(amount), 0)` })
    .from(ledger)
    .where(eq(ledger.accountId, accountId));
  return { used: account?.creditsUsed ?? -1, ledger: sum?.total ?? -1 };
}
