/** Rows as the operator's page shows them. */
import type { AdminAccount, AdminAction, AdminJob } from "#contract/admin.ts";
import type { findAccount, listActions, readOperated } from "#store/operator/accounts.ts";
import { isoTime, isoTimeOrNull } from "../http/iso-time.ts";

type Operated = NonNullable<Awaited<ReturnType<typeof readOperated>>>;
type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export function viewAction(row: Awaited<ReturnType<typeof listActions>>[number]): AdminAction {
  return {
    id: row.id,
    account_id: row.accountId,
    kind: row.kind,
    credits: row.credits,
    reason: row.reason,
    created_at: isoTime(row.createdAt),
  };
}

/** The path and the query of an address belong to the customer, and so does the text of HTML and Markdown. */
function viewJob(row: Operated["jobs"][number]): AdminJob {
  return {
    id: row.id,
    source: row.source,
    input: row.input,
    host: URL.parse(row.url)?.host ?? null,
    output_type: row.outputType,
    status: row.status,
    test: row.test,
    attempts: row.attempts,
    error_code: row.errorCode,
    created_at: isoTime(row.createdAt),
    finished_at: isoTimeOrNull(row.finishedAt),
  };
}

function stateOf(account: AccountRow): AdminAccount["account"]["state"] {
  if (account.deletingAt !== null) return "deleted";
  if (account.bannedAt !== null) return "banned";
  return account.emailConfirmedAt === null ? "unverified" : "active";
}

export function viewAccount({ account, subscription, jobs, actions }: Operated): AdminAccount {
  return {
    account: {
      id: account.id,
      email: account.email,
      plan: account.tier,
      state: stateOf(account),
      credits_used: account.creditsUsed,
      credits_limit: account.monthlyCredits,
      period_end: isoTime(account.periodEnd),
      overage_enabled: account.overageEnabled,
      payment_failed_at: isoTimeOrNull(account.paymentFailedAt),
      stripe_customer_id: account.stripeCustomerId,
      subscription: subscription && {
        status: subscription.status,
        ends: subscription.cancelAtPeriodEnd,
        period_end: isoTime(subscription.currentPeriodEnd),
      },
      created_at: isoTime(account.createdAt),
    },
    jobs: jobs.map(viewJob),
    actions: actions.map(viewAction),
  };
}
