import { Link } from "wouter";
import type { AdminAction } from "#contract/admin.ts";
import { SITE_PAGES } from "#contract/site.ts";
import { Table } from "../../ui/table.tsx";
import { moment } from "../../words/dates.ts";

const WORDS = { refund: "Refund", ban: "Ban", unban: "Unban" } as const;

function actWords({ kind, credits }: AdminAction): string {
  return credits === null
    ? WORDS[kind]
    : `${WORDS[kind]} of ${credits} ${credits === 1 ? "credit" : "credits"}`;
}

/** What the operator has done, newest first. */
export function ActionTable({ actions, hasAccounts }: { actions: AdminAction[]; hasAccounts: boolean }) {
  if (actions.length === 0) return <p className="text-muted">No refunds and no bans so far.</p>;
  return (
    <Table
      label="Actions"
      columns={["Time", "Action", ...(hasAccounts ? ["Account"] : []), "Reason"]}
      rows={actions.map((action) => ({
        key: action.id,
        cells: [
          moment(action.created_at),
          actWords(action),
          ...(hasAccounts
            ? [
                <Link
                  key="account"
                  href={`${SITE_PAGES.admin.path}/${action.account_id}`}
                  className="rounded-sm underline underline-offset-2"
                >
                  {action.account_id}
                </Link>,
              ]
            : []),
          action.reason,
        ],
      }))}
    />
  );
}
