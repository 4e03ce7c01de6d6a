/** What the operator's page shows of accounts. It reads, and changes nothing. */
import { and, desc, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { normalizeEmail } from "#contract/email.ts";
import type { Db } from "../db.ts";
import { accounts, jobs, operatorActions, subscriptions } from "../schema.ts";

/** Jobs and actions that are shown. */
export const SHOWN = 50;

/** The account of an email address, or of the id of an account, a job or a Stripe customer. */
function matches(text: string): SQL {
  if (text.includes("@")) return sql`accounts.email = ${normalizeEmail(text)}`;
  if (text.startsWith("cus_")) return sql`accounts.stripe_customer_id = ${text}`;
  if (text.startsWith("job_"))
    return sql`accounts.id = (select j.account_id from jobs j where j.id = ${text})`;
  return sql`accounts.id = ${text}`;
}

/** Null when no account matches. */
export async function findAccount(db: Db, text: string) {
  const [row] = await db.select().from(accounts).where(matches(text.trim()));
  return row ?? null;
}

/** The account with its subscription, its newest jobs, and what the operator has done to it. */
export async function readOperated(db: Db, accountId: string) {
  const [[account], [subscription], latest, actions] = await db.batch([
    db.select().from(accounts).where(eq(accounts.id, accountId)),
    db
      .select()
      .from(subscriptions)
      .where(and(eq(subscriptions.accountId, accountId), isNull(subscriptions.endedAt)))
      .limit(1),
    db
      .select({
        id: jobs.id,
        source: jobs.source,
        input: jobs.input,
        url: jobs.url,
        outputType: jobs.outputType,
        status: jobs.status,
        test: jobs.test,
        attempts: jobs.attempts,
        errorCode: jobs.errorCode,
        createdAt: jobs.createdAt,
        finishedAt: jobs.finishedAt,
      })
      .from(jobs)
      .where(eq(jobs.accountId, accountId))
      .orderBy(desc(jobs.createdAt), desc(jobs.id))
      .limit(SHOWN),
    db
      .select()
      .from(operatorActions)
      .where(eq(operatorActions.accountId, accountId))
      .orderBy(desc(operatorActions.createdAt))
      .limit(SHOWN),
  ]);
  return account ? { account, subscription: subscription ?? null, jobs: latest, actions } : null;
}

/** The newest actions for all accounts. */
export async function listActions(db: Db) {
  const { createdAt } = operatorActions;
  return db.select().from(operatorActions).where(gt(createdAt, 0)).orderBy(desc(createdAt)).limit(SHOWN);
}
