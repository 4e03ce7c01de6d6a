import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { InvoiceList } from "#contract/account/billing.ts";
import { PROFILE } from "../../test-profile.ts";
import { InvoicesCard } from "./invoices-card.tsx";

const PAID: InvoiceList["invoices"][number] = {
  id: "in_1",
  number: "A-0001",
  status: "paid",
  amount_cents: 900,
  created_at: "2026-01-01T12:00:00.000Z",
  period_start: "2026-01-01T12:00:00.000Z",
  period_end: "2026-02-01T12:00:00.000Z",
  hosted_url: "https://invoice.example/in_1",
  pdf_url: "https://invoice.example/in_1/pdf",
};

/** Shows the card with these responses, the last of which repeats. */
function showCard(...responses: (Response | InvoiceList)[]) {
  vi.stubGlobal("fetch", async () => {
    const [next] = responses.length > 1 ? responses.splice(0, 1) : responses;
    return next instanceof Response ? next : Response.json(next);
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <InvoicesCard profile={PROFILE} />
    </QueryClientProvider>,
  );
}

afterEach(() => vi.unstubAllGlobals());

test("an invoice has its amount, its period, its page and its PDF", async () => {
  showCard({ invoices: [PAID], has_more: false });
  expect(screen.getByRole("status", { name: "Loading…" })).toBeTruthy();
  const period = await screen.findByText(/^Jan 1, 2026 to Feb 1, 2026/);
  expect(period.textContent).toBe("Jan 1, 2026 to Feb 1, 2026, invoice A-0001");
  expect(screen.getByText("$9.00").nextElementSibling?.textContent).toBe("Paid");
  const linkOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(linkOf("View invoice A-0001")).toBe(PAID.hosted_url);
  expect(linkOf("PDF of invoice A-0001")).toBe(PAID.pdf_url);
  expect(screen.queryByText(/Older invoices/)).toBeNull();
});

test("an open invoice can be paid, and the other invoices are shown on request", async () => {
  const open = { ...PAID, id: "in_2", number: "A-0002", status: "open", pdf_url: null } as const;
  showCard({ invoices: [open, PAID], has_more: true });
  expect((await screen.findByRole("link", { name: "Pay invoice A-0002" })).textContent).toBe("Pay");
  expect(screen.queryByRole("link", { name: /PDF/ })).toBeNull();
  await userEvent.setup().click(screen.getByRole("button", { name: "Show all 2" }));
  expect(screen.getByRole("link", { name: "View invoice A-0001" })).toBeTruthy();
  expect(screen.getByText("Older invoices are in the billing portal.")).toBeTruthy();
});

test("an account without invoices says so", async () => {
  showCard({ invoices: [], has_more: false });
  expect(await screen.findByText("You have no invoices yet.")).toBeTruthy();
});

test("after a failure the invoices can be loaded again", async () => {
  const failure = Response.json({ error: "Payments are unavailable." }, { status: 502 });
  showCard(failure, { invoices: [PAID], has_more: false });
  await userEvent.setup().click(await screen.findByRole("button", { name: "Try again" }));
  expect(await screen.findByText("$9.00")).toBeTruthy();
});
