import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { InvoiceList } from "#contract/account/billing.ts";
import { PLANS } from "#contract/plans.ts";
import { accounts } from "#store/schema.ts";
import { db } from "../test-caller.ts";
import { type Buyer, control, newBuyer } from "./test-buyer.ts";

async function list(buyer: Buyer) {
  const { status, body } = await buyer.call("GET", "/invoices");
  expect(status).toBe(200);
  return InvoiceList.parse(body);
}

test("an account that never paid has no invoices", async () => {
  expect(await list(await newBuyer())).toEqual({ invoices: [], has_more: false });
});

test("a payment has an invoice with its amount, its period, a page and a PDF", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  const { start, end } = await buyer.period();
  const { invoices } = await list(buyer);
  expect(invoices).toMatchObject([
    {
      status: "paid",
      amount_cents: PLANS.starter.priceCents,
      period_start: new Date(start * 1000).toISOString(),
      period_end: new Date(end * 1000).toISOString(),
    },
  ]);
  const [{ number = null, hosted_url = null, pdf_url = null } = {}] = invoices;
  const page = await fetch(hosted_url ?? "");
  expect(await page.text()).toContain(`Invoice ${number}`);
  const pdf = await fetch(pdf_url ?? "");
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  expect(new TextDecoder().decode((await pdf.arrayBuffer()).slice(0, 5))).toBe("%PDF-");
});

test("a renewal is listed with the month that it pays for, once it is no draft any more", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter", "later");
  await buyer.toShareLeft(0);
  expect((await buyer.invoices()).map(({ status }) => status)).toEqual(["draft", "paid"]);
  expect((await list(buyer)).invoices.map(({ status }) => status)).toEqual(["paid"]);

  await buyer.advance(1);
  const { start, end } = await buyer.period();
  const { invoices } = await list(buyer);
  expect(invoices.map(({ status }) => status)).toEqual(["open", "paid"]);
  expect(invoices[0]).toMatchObject({
    period_start: new Date(start * 1000).toISOString(),
    period_end: new Date(end * 1000).toISOString(),
  });
});

test("while Stripe fails, the response says so", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  await control("fail", { match: `/v1/invoices ?customer=${await buyer.customer()}`, times: 3 });
  expect(await buyer.call("GET", "/invoices")).toMatchObject({
    status: 502,
    body: { code: "billing_unavailable" },
  });
});

test("a customer that Stripe does not know has no invoices", async () => {
  const buyer = await newBuyer();
  await db.update(accounts).set({ stripeCustomerId: "cus_gone" }).where(eq(accounts.id, buyer.accountId));
  expect(await list(buyer)).toEqual({ invoices: [], has_more: false });
});
