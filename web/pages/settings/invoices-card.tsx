import { useState } from "react";
import type { InvoiceList } from "#contract/account/billing.ts";
import type { Profile } from "#contract/account/profile.ts";
import { exactDollars } from "../../billing/money.ts";
import { useInvoices } from "../../queries/subscription.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, ButtonAnchor } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { day } from "../../words/dates.ts";

type Invoice = InvoiceList["invoices"][number];

const STATUSES = {
  paid: { text: "Paid", tone: "good" },
  open: { text: "Open", tone: "warn" },
  uncollectible: { text: "Uncollectible", tone: "warn" },
  void: { text: "Void", tone: "plain" },
} as const satisfies Record<Invoice["status"], { text: string; tone: string }>;

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { text, tone } = STATUSES[invoice.status];
  const name = invoice.number ?? invoice.id;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="tabular-nums">{exactDollars(invoice.amount_cents)}</span>
          <Badge tone={tone}>{text}</Badge>
        </p>
        <p className="text-muted text-sm">
          {day(invoice.period_start)} to {day(invoice.period_end)}
          <span className="max-sm:hidden">, invoice {name}</span>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {invoice.hosted_url && (
          <ButtonAnchor
            size="small"
            icon="external"
            href={invoice.hosted_url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`${invoice.status === "open" ? "Pay" : "View"} invoice ${name}`}
          >
            {invoice.status === "open" ? "Pay" : "View"}
          </ButtonAnchor>
        )}
        {invoice.pdf_url && (
          <ButtonAnchor
            size="small"
            icon="download"
            href={invoice.pdf_url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`PDF of invoice ${name}`}
          >
            PDF
          </ButtonAnchor>
        )}
      </div>
    </li>
  );
}

/** The newest invoice, or all of them. Stripe's page of a paid one has the receipt. */
export function InvoicesCard({ profile }: { profile: Profile }) {
  const { data, isError, refetch } = useInvoices();
  const [isWhole, setWhole] = useState(false);
  const count = data?.invoices.length ?? 0;
  return (
    <Card
      title="Invoices"
      note="Invoices and receipts of your subscription."
      aside={
        count > 1 && (
          <Button size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? "Show the newest" : `Show all ${count}`}
          </Button>
        )
      }
    >
      {data && count > 0 && (
        <ul className="-my-2 divide-y divide-line">
          {data.invoices.slice(0, isWhole ? count : 1).map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} />
          ))}
        </ul>
      )}
      {data?.has_more && isWhole && (
        <p className="mt-4 text-muted text-sm">Older invoices are in the billing portal.</p>
      )}
      {data && count === 0 && <p className="text-muted">You have no invoices yet.</p>}
      {!data && isError && (
        <ErrorState message="Your invoices could not be loaded." onRetry={() => void refetch()} />
      )}
      {!data && !isError && (
        <Skeleton
          lines={profile.tier === "free" ? 1 : 2}
          className={profile.tier === "free" ? "min-h-6" : "min-h-[82.5px] sm:min-h-[45px]"}
        />
      )}
    </Card>
  );
}
