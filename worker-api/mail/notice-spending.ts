/** Mails at 50, 80 and 100 % of the spending cap, each once a period for the same cap. */
import { isCapReached, PLANS, SPENDING_THRESHOLDS, type Tier } from "#contract/plans.ts";
import type { Db } from "#store/db.ts";
import type { Spending } from "#store/money/spending.ts";
import type { Usage } from "#store/money/usage.ts";
import type { MailEnv } from "./outbox.ts";
import { postNotice } from "./post-notice.ts";

/** The highest threshold in percent that the newest overage credit has reached; null if it has reached none. */
export function reachedSpending(tier: Tier, { spentMillis, capCents }: Spending): number | null {
  const { half, most, reached } = SPENDING_THRESHOLDS;
  if (isCapReached(tier, spentMillis, capCents)) return reached;
  const before = spentMillis - (PLANS[tier].overageMillis ?? 0);
  const percentOf = (millis: number) => (millis * 10) / capCents;
  return (
    [most, half].find((percent) => percentOf(before) < percent && percentOf(spentMillis) >= percent) ?? null
  );
}

/**
 * Call it after an admission that used an overage credit. Reads D1 only when this credit reaches a threshold. Never
 * throws, because the job is admitted even if the mail fails.
 */
export async function noticeSpending(
  env: MailEnv & Pick<Env, "PUBLIC_ORIGIN">,
  db: Db,
  { accountId, tier }: Pick<Usage, "accountId" | "tier">,
  spending: Spending,
): Promise<void> {
  const percent = reachedSpending(tier, spending);
  if (percent === null) return;
  await postNotice(env, db, accountId, ({ periodStart, periodEnd }) => ({
    dedupeKey: `spending:${accountId}:${periodStart}:${spending.capCents}:${percent}`,
    content: { template: "spending", percent, ...spending, periodEnd, link: `${env.PUBLIC_ORIGIN}/settings` },
  }));
}
