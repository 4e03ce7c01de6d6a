/** Mails at 75, 90 and 100 % of the monthly credits, each once a period. */
import { CREDIT_THRESHOLDS } from "#contract/plans.ts";
import { log } from "#log/log.ts";
import { readAccount } from "#store/accounts/accounts.ts";
import type { Db } from "#store/db.ts";
import { type MailEnv, post } from "./outbox.ts";

/** The threshold that the credit numbered `used` has just reached; null for all others. */
export function reachedPercent(used: number, limit: number): number | null {
  return (
    Object.values(CREDIT_THRESHOLDS).find((percent) => used === Math.ceil((limit * percent) / 100)) ?? null
  );
}

/**
 * After an admission: `used` and `limit` are the account's credits as that admission left them. Costs nothing unless
 * this credit reached a threshold. Never throws; the admission stands whatever becomes of the mail.
 */
export async function noticeCredits(
  env: MailEnv & Pick<Env, "PUBLIC_ORIGIN">,
  db: Db,
  accountId: string,
  used: number,
  limit: number,
): Promise<void> {
  const percent = reachedPercent(used, limit);
  if (percent === null) return;
  try {
    const account = await readAccount(db, accountId);
    if (!account?.emailConfirmedAt) return;
    await post(env, db, {
      to: account.email,
      accountId,
      dedupeKey: `credits:${accountId}:${account.periodStart}:${percent}`,
      content: {
        template: "credits",
        percent,
        used,
        limit,
        periodEnd: account.periodEnd,
        overage: account.overageEnabled,
        link: `${env.PUBLIC_ORIGIN}/plans`,
      },
    });
  } catch (error) {
    log.error("A credit notice was not written.", { accountId, notice: percent, error });
  }
}
