/** Mails at 75, 90 and 100 % of the monthly credits, each once a period. */
import { CREDIT_THRESHOLDS } from "#contract/plans.ts";
import type { Db } from "#store/db.ts";
import type { MailEnv } from "./outbox.ts";
import { postNotice } from "./post-notice.ts";

/** The threshold in percent that the credit number `used` reaches; null for all other credits. */
export function reachedPercent(used: number, limit: number): number | null {
  return (
    Object.values(CREDIT_THRESHOLDS).find((percent) => used === Math.ceil((limit * percent) / 100)) ?? null
  );
}

/**
 * Call it after an admission; `used` and `limit` are the account's credits then. Reads D1 only when this credit reaches
 * a threshold. Never throws, because the job is admitted even if the mail fails.
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
  await postNotice(env, db, accountId, ({ periodStart, periodEnd, overageEnabled }) => ({
    dedupeKey: `credits:${accountId}:${periodStart}:${percent}`,
    content: {
      template: "credits",
      percent,
      used,
      limit,
      periodEnd,
      overage: overageEnabled,
      link: `${env.PUBLIC_ORIGIN}/plans`,
    },
  }));
}
