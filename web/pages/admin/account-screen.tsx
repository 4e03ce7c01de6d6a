import { Link } from "wouter";
import type { AdminAccount, AdminJob } from "#contract/admin.ts";
import { PLANS } from "#contract/plans.ts";
import { SITE_PAGES } from "#contract/site.ts";
import { sentenceOf } from "../../client/failure.ts";
import { useAdminAccount } from "../../queries/admin.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { Table } from "../../ui/table.tsx";
import { day, moment } from "../../words/dates.ts";
import { AccountActs } from "./account-acts.tsx";
import { ActionTable } from "./action-table.tsx";

const STATE_TONES = { active: "good", unverified: "warn", banned: "bad", deleted: "plain" } as const;

function billing({ subscription }: AdminAccount["account"]): string {
  if (!subscription) return "No subscription";
  const end = day(subscription.period_end);
  return `${subscription.status}, ${subscription.ends ? "ends" : "renews"} on ${end}`;
}

function AccountFacts({ account }: { account: AdminAccount["account"] }) {
  return (
    <Facts
      facts={[
        { name: "Email", value: account.email },
        { name: "Account", value: account.id },
        { name: "Plan", value: PLANS[account.plan].name },
        {
          name: "Credits",
          value: `${account.credits_used.toLocaleString("en-US")} of ${account.credits_limit.toLocaleString("en-US")} used`,
        },
        { name: "Credits reset", value: moment(account.period_end) },
        { name: "Overage", value: account.overage_enabled ? "on" : "off" },
        { name: "Subscription", value: billing(account) },
        { name: "Stripe customer", value: account.stripe_customer_id ?? "–" },
        ...(account.payment_failed_at
          ? [{ name: "Payment failed", value: moment(account.payment_failed_at) }]
          : []),
        { name: "Created", value: moment(account.created_at) },
      ]}
    />
  );
}

function Jobs({ jobs }: { jobs: AdminJob[] }) {
  if (jobs.length === 0) return <p className="text-muted">No jobs.</p>;
  return (
    <Table
      label="Jobs"
      columns={["Time", "Job", "Page", "Output", "Status"]}
      rows={jobs.map((job) => ({
        key: job.id,
        cells: [
          moment(job.created_at),
          job.id,
          job.host ?? job.input,
          `${job.output_type}${job.test ? ", test" : ""}`,
          [job.status, job.error_code].filter(Boolean).join(": "),
        ],
      }))}
    />
  );
}

/** One account: what it is, what it did, and what the operator can do. */
export function AccountScreen({ id }: { id: string }) {
  const { data, error, refetch } = useAdminAccount(id);
  return (
    <div className="space-y-6">
      <p>
        <Link href={SITE_PAGES.admin.path} className="rounded-sm underline underline-offset-2">
          Back to the overview
        </Link>
      </p>
      {!data && error && (
        <ErrorState
          message={sentenceOf(error, "The account could not be loaded.")}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton lines={6} />}
      {data && (
        <>
          <Card
            title="Account"
            aside={<Badge tone={STATE_TONES[data.account.state]}>{data.account.state}</Badge>}
          >
            <AccountFacts account={data.account} />
          </Card>
          <AccountActs account={data.account} />
          <Card title="Actions" note="Refunds and bans of this account.">
            <ActionTable actions={data.actions} hasAccounts={false} />
          </Card>
          <Card title="Jobs" note="The newest 50. Of a page’s address, only the host is shown.">
            <Jobs jobs={data.jobs} />
          </Card>
        </>
      )}
    </div>
  );
}
