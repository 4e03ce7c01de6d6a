/** The pages that a customer sees: payment, billing portal, invoice and its PDF. Plain forms, no script. */
import { z } from "zod";
import { checkoutSessionView } from "./checkout-view.ts";
import { invoicePdf } from "./invoice-pdf.ts";
import { Card, type Invoice, type Line } from "./state.ts";
import { begin, isEnding, setCancelInPortal, settle } from "./subscriptions.ts";
import { found, type World } from "./world.ts";

export interface PageResponse {
  status: number;
  location?: string;
  html?: string;
  pdf?: Uint8Array;
  /** Move the customer's clock before the response is sent. */
  advance?: { customer: string; days: number };
}

const CARD_NAMES: Record<Card, string> = {
  works: "4242 4242 4242 4242: works",
  later: "4000 0000 0000 0341: works now, declined from then on",
  declined: "4000 0000 0000 0002: declined",
};

/** More than any month and the hour in which an invoice is a draft. */
const MONTH_DAYS = 32;

const Submitted = z.object({
  action: z.enum(["pay", "decline", "cancel", "resume", "card", "month"]),
  card: Card.default("works"),
});

/** The page at a path, or the result of its submitted form. Null for an unknown path. */
export async function page(world: World, path: string, form: unknown): Promise<PageResponse | null> {
  const [, kind, id = "", part] = path.split("/");
  const submitted = form === null ? null : Submitted.parse(form);
  if (kind === "checkout") return checkout(world, id, submitted);
  if (kind === "portal") return portal(world, id, submitted);
  if (kind === "invoice" && part === "pdf") return pdfOf(world, id);
  if (kind === "invoice") return invoice(world, id, submitted);
  return null;
}

type Submitted = z.infer<typeof Submitted>;

function checkout(world: World, id: string, form: Submitted | null): PageResponse {
  const session = found(world.state.checkoutSessions[id], id);
  const done = session.successUrl.replaceAll("{CHECKOUT_SESSION_ID}", session.id);
  if (session.status === "complete") return { status: 303, location: done };
  if (session.status === "expired") return show("Payment", "<p>This payment page has expired.</p>");
  if (form) {
    const customer = found(world.state.customers[session.customer], session.customer);
    customer.card = form.action === "decline" ? "declined" : form.card;
    const subscription = begin(world, session);
    if (subscription) {
      session.status = "complete";
      session.subscription = subscription.id;
      session.invoice = subscription.latestInvoice;
      world.emit("checkout.session.completed", checkoutSessionView(world, session), session.customer);
      return { status: 303, location: done };
    }
  }
  const lines = session.lines.map((line) => {
    const price = found(world.state.prices[line.price], line.price);
    const name = found(world.state.products[price.product], price.product).name;
    const each = line.quantity === null ? `${dollars(Number(price.unitAmount))} each, as used` : "a month";
    return line.quantity === null
      ? `<li>${escapeHtml(name)}: ${each}</li>`
      : `<li>${escapeHtml(name)}: ${dollars(Number(price.unitAmount))} ${each}</li>`;
  });
  return show(
    "Payment",
    `<ul>${lines.join("")}</ul>
    ${form ? '<p role="alert">Your card was declined.</p>' : ""}
    <form method="post">${cardField()}
      <button name="action" value="pay">Pay</button>
      <button name="action" value="decline">Pay with a card that is declined</button>
    </form>
    <p><a href="${escapeHtml(session.cancelUrl)}">Cancel and go back</a></p>`,
  );
}

function portal(world: World, id: string, form: Submitted | null): PageResponse {
  const session = found(world.state.portalSessions[id], id);
  const customer = found(world.state.customers[session.customer], session.customer);
  const subs = Object.values(world.state.subscriptions).filter((one) => one.customer === customer.id);
  const live = subs.find((sub) => sub.status !== "canceled");
  if (form && live && form.action === "cancel") setCancelInPortal(world, live, true);
  if (form && live && form.action === "resume") setCancelInPortal(world, live, false);
  if (form?.action === "month")
    return { status: 303, location: `/portal/${id}`, advance: { customer: customer.id, days: MONTH_DAYS } };
  if (form?.action === "card") {
    customer.card = form.card;
    for (const one of openInvoices(world, customer.id)) settle(world, one.id);
  }
  const invoices = Object.values(world.state.invoices)
    .filter((one) => one.customer === customer.id && one.finalizedAt !== null)
    .map(
      (one) =>
        `<li><a href="/invoice/${one.id}">${escapeHtml(one.number ?? "")}</a> ${dollars(one.due)}: ${one.status}</li>`,
    );
  const end = live ? new Date(live.periodEnd * 1000).toISOString().slice(0, 10) : "";
  const state = live
    ? `<p>Subscription: ${live.status}, ${isEnding(live) ? "ends" : "renews"} on ${end}</p>
      <form method="post"><button name="action" value="${isEnding(live) ? "resume" : "cancel"}">
      ${isEnding(live) ? "Resume subscription" : "Cancel subscription"}</button></form>`
    : "<p>No subscription.</p>";
  return show(
    "Billing",
    `${state}<h2>Card</h2><form method="post">${cardField(customer.card ?? "works")}
      <button name="action" value="card">Use this card</button></form>
    <h2>Invoices</h2><ul>${invoices.join("")}</ul>
    <form method="post"><button name="action" value="month">Let ${MONTH_DAYS} days pass</button></form>
    <p><a href="${escapeHtml(session.returnUrl)}">Back</a></p>`,
  );
}

function invoice(world: World, id: string, form: Submitted | null): PageResponse {
  const row = found(world.state.invoices[id], id);
  if (row.finalizedAt === null) return { status: 404, html: layout("Invoice", "<p>Not final yet.</p>") };
  let declined = false;
  if (form && row.status === "open") {
    found(world.state.customers[row.customer], row.customer).card =
      form.action === "decline" ? "declined" : form.card;
    declined = !settle(world, row.id);
  }
  const lines = row.lines.map((line) => `<li>${escapeHtml(lineText(line))}</li>`);
  const pay = `<form method="post">${cardField()}<button name="action" value="pay">Pay</button></form>`;
  return show(
    `Invoice ${row.number ?? ""}`,
    `<ul>${lines.join("")}</ul><p>Due: ${dollars(row.due)}. Status: ${row.status}</p>
    ${declined ? '<p role="alert">Your card was declined.</p>' : ""}${row.status === "open" ? pay : ""}
    <p><a href="/invoice/${row.id}/pdf">${row.status === "paid" ? "Receipt" : "Invoice"} as PDF</a></p>`,
  );
}

async function pdfOf(world: World, id: string): Promise<PageResponse> {
  const row = found(world.state.invoices[id], id);
  if (row.finalizedAt === null) return { status: 404, html: layout("Invoice", "<p>Not final yet.</p>") };
  const title = `${row.status === "paid" ? "Receipt" : "Invoice"} ${row.number ?? ""}`;
  const lines = [...row.lines.map(lineText), `Due: ${dollars(row.due)}. Status: ${row.status}`];
  return { status: 200, pdf: await invoicePdf(title, lines) };
}

function lineText({ description, amount }: Line): string {
  return `${description}: ${dollars(amount)}`;
}

function openInvoices(world: World, customer: string): Invoice[] {
  return Object.values(world.state.invoices).filter(
    (one) => one.customer === customer && one.status === "open",
  );
}

function cardField(chosen: Card = "works"): string {
  const options = Object.entries(CARD_NAMES).map(
    ([card, name]) => `<option value="${card}"${card === chosen ? " selected" : ""}>${name}</option>`,
  );
  return `<label>Card <select name="card">${options.join("")}</select></label>`;
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

function show(title: string, body: string): PageResponse {
  return { status: 200, html: layout(title, body) };
}

export function layout(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>${escapeHtml(title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:3rem auto;padding:0 1rem}</style>
<main><p><small>Local stand-in for Stripe: no money moves here.</small></p><h1>${escapeHtml(title)}</h1>${body}</main></html>`;
}
