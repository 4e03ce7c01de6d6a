/** The calls for invoices, their previews, and the invoice items of prorations. */
import type Stripe from "stripe";
import { z } from "zod";
import { call, Int, Nothing, type Operations, Page } from "./call.ts";
import { invoiceView } from "./invoice-view.ts";
import { makeVoid } from "./invoices.ts";
import { previewInvoice } from "./preview.ts";
import { invoiceItemView, prorationItems } from "./prorations.ts";
import type { Shape } from "./wire.ts";
import { found, list, namedCustomer } from "./world.ts";

const InvoiceQuery = z.strictObject({
  ...Page,
  customer: z.string().optional(),
  subscription: z.string().optional(),
} satisfies Shape<Stripe.InvoiceListParams>);

export const ChangedItem = z.strictObject({
  id: z.string().optional(),
  price: z.string().optional(),
} satisfies Shape<Stripe.SubscriptionUpdateParams.Item>);

export const ProrationBehavior = z.enum(["always_invoice", "create_prorations", "none"]);

const PreviewDetails = z.strictObject({
  items: z.array(ChangedItem).optional(),
  proration_behavior: ProrationBehavior.optional(),
  proration_date: Int.optional(),
} satisfies Shape<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails>);

const NewPreview = z.strictObject({
  subscription: z.string(),
  subscription_details: PreviewDetails.default({}),
} satisfies Shape<Stripe.InvoiceCreatePreviewParams>);

const ItemQuery = z.strictObject({
  ...Page,
  customer: z.string(),
  created: z.strictObject({ gte: Int }).optional(),
  expand: z.array(z.enum(["data.invoice", "data.pricing.price_details.price"])).optional(),
} satisfies Shape<Stripe.InvoiceItemListParams>);

/** The SDK's type of each call's result. */
interface Results {
  "GET /v1/invoices": Stripe.ApiList<Stripe.Invoice>;
  "GET /v1/invoices/{id}": Stripe.Invoice;
  "POST /v1/invoices/{id}/void": Stripe.Invoice;
  "POST /v1/invoices/create_preview": Stripe.Invoice;
  "GET /v1/invoiceitems": Stripe.ApiList<Stripe.InvoiceItem>;
}

export const invoiceOperations = {
  "GET /v1/invoices": call(InvoiceQuery, ({ world, wanted: query }) => {
    if (query.customer) namedCustomer(world.state, query.customer);
    const rows = Object.values(world.state.invoices)
      .filter((invoice) => !query.customer || invoice.customer === query.customer)
      .filter((invoice) => !query.subscription || invoice.subscription === query.subscription);
    return list(rows, query, "/v1/invoices", (row) => invoiceView(world, row));
  }),
  "GET /v1/invoices/{id}": call(Nothing, ({ world, id }) =>
    invoiceView(world, found(world.state.invoices[id], id)),
  ),
  "POST /v1/invoices/{id}/void": call(Nothing, ({ world, id }) => {
    const invoice = found(world.state.invoices[id], id);
    makeVoid(world, invoice);
    return invoiceView(world, invoice);
  }),
  "POST /v1/invoices/create_preview": call(NewPreview, ({ world, wanted }) =>
    previewInvoice(
      world,
      found(world.state.subscriptions[wanted.subscription], wanted.subscription),
      wanted.subscription_details,
    ),
  ),
  "GET /v1/invoiceitems": call(ItemQuery, ({ world, wanted: query }) => {
    namedCustomer(world.state, query.customer);
    const rows = prorationItems(world)
      .filter((item) => item.customer === query.customer)
      .filter((item) => !query.created || item.created >= query.created.gte);
    return list(rows, query, "/v1/invoiceitems", (row) => invoiceItemView(world, row, query.expand ?? []));
  }),
} satisfies Operations<Results>;
