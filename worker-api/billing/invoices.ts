/** The account's invoices, as Stripe has them. */
import type Stripe from "stripe";
import { INVOICE_STATUSES, type InvoiceList } from "#contract/account/billing.ts";
import { LIMITS } from "#contract/limits.ts";
import { readPayer } from "#store/money/subscriptions.ts";
import { isoTime } from "../http/iso-time.ts";
import { type BillingEnv, callStripe, isMissing, openBilling } from "./stripe.ts";

const NO_INVOICES: InvoiceList = { invoices: [], has_more: false };

/** Newest first, without drafts, whose amounts can still change. Empty for an account that never paid. */
export async function listInvoices(
  env: BillingEnv,
  db: Parameters<typeof readPayer>[0],
  accountId: string,
): Promise<InvoiceList> {
  const customer = (await readPayer(db, accountId))?.customerId;
  if (!customer) return NO_INVOICES;
  return callStripe(async () => {
    try {
      const { stripe } = openBilling(env, db);
      const { data, has_more } = await stripe.invoices.list({ customer, limit: LIMITS.invoices });
      return { invoices: data.flatMap(viewInvoice), has_more };
    } catch (error) {
      if (isMissing(error)) return NO_INVOICES;
      throw error;
    }
  });
}

function viewInvoice(invoice: Stripe.Invoice): InvoiceList["invoices"] {
  const status = INVOICE_STATUSES.find((one) => one === invoice.status);
  if (!status || !invoice.id) return [];
  const { start, end } = periodOf(invoice);
  return [
    {
      id: invoice.id,
      number: invoice.number,
      status,
      amount_cents: invoice.amount_due,
      created_at: isoTime(invoice.created * 1000),
      period_start: isoTime(start * 1000),
      period_end: isoTime(end * 1000),
      hosted_url: invoice.hosted_invoice_url ?? null,
      pdf_url: invoice.invoice_pdf ?? null,
    },
  ];
}

/**
 * What the invoice pays for: the period of the line that ends last. A renewal also has lines of the month before, for
 * overage, and the invoice's own period is that month.
 */
function periodOf({ lines, period_start, period_end }: Stripe.Invoice): { start: number; end: number } {
  return lines.data.reduce((last, { period }) => (period.end > last.end ? period : last), {
    start: period_start,
    end: period_end,
  });
}
