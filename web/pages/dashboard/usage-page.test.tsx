import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Usage } from "#contract/job/usage.ts";
import { UsageHistory } from "./usage-history.tsx";
import { UsagePage } from "./usage-page.tsx";

const COUNTS = {
  jobs: 3,
  credits: 2,
  failures: 1,
  canceled: 0,
  pdf: 2,
  screenshot: 1,
  markdown: 0,
  html: 0,
  latency_ms: { p50: 1_200, p90: 2_340, p99: 2_340 },
};
const NO_JOBS = { ...COUNTS, jobs: 0, credits: 0, failures: 0, pdf: 0, screenshot: 0, latency_ms: null };
const USAGE: Usage = {
  days: [
    { date: "2026-01-29", ...NO_JOBS },
    { date: "2026-01-30", ...COUNTS },
  ],
  keys: [{ key_id: "pub_1", name: '=Shop, "new"', kind: "public", ...COUNTS }],
  domains: [{ host: "example.com", ...COUNTS }],
  failed_render: { seconds: 0, daily_limit_seconds: 600, resets_at: "2026-01-31T00:00:00.000Z" },
};

/** Queries of the requests, without the first `?`. */
let asked: string[];

beforeEach(() => {
  asked = [];
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-01-30T12:00:00.000Z") });
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url.split("?")[1] ?? "");
    return Response.json(USAGE);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function showPage(address: string, page = <UsagePage />) {
  window.history.replaceState(null, "", address);
  render(<QueryClientProvider client={new QueryClient()}>{page}</QueryClientProvider>);
}

function csv(): string {
  const href = screen.getByRole("link", { name: "Download CSV" }).getAttribute("href") ?? "";
  return decodeURIComponent(href.replace("data:text/csv;charset=utf-8,", ""));
}

test("filters in the address are sent, and values that the API would refuse are not", async () => {
  showPage("/dashboard/usage?from=2026-01-20&to=2026-01-29&key=pub_1&domain=example.com&outputType=gif");
  await screen.findByText("3 jobs, 2 credits, 1 failed");
  expect(asked).toEqual(["days=10&to=2026-01-29&key=pub_1&domain=example.com"]);
});

test("a chosen filter is sent and kept in the address, and clearing shows the last 30 days", async () => {
  const user = userEvent.setup();
  showPage("/dashboard/usage");
  await screen.findByText("3 jobs, 2 credits, 1 failed");
  await user.selectOptions(screen.getByLabelText("Domain"), "example.com");
  expect(window.location.search).toBe("?domain=example.com");
  await waitFor(() => expect(asked.at(-1)).toBe("days=30&to=2026-01-30&domain=example.com"));
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(window.location.search).toBe("");
});

test("the table and the CSV file have the same rows, by day, key or domain", async () => {
  const user = userEvent.setup();
  showPage("/dashboard/usage");
  const table = await screen.findByRole("table");
  expect(within(table).getAllByRole("row")).toHaveLength(2);
  expect(within(table).getByRole("row", { name: /^Jan 30, 2026 3 2 1 0 0 1 0 2 1.2 s 2.3 s/ })).toBeTruthy();
  expect(csv()).toBe(
    "date,jobs,pdf,screenshot,markdown,html,failures,canceled,credits,p50_ms,p90_ms,p99_ms\r\n" +
      "2026-01-29,0,0,0,0,0,0,0,0,,,\r\n2026-01-30,3,2,1,0,0,1,0,2,1200,2340,2340\r\n",
  );
  await user.click(screen.getByRole("radio", { name: "Keys" }));
  expect(screen.getByRole("rowheader", { name: '=Shop, "new"' })).toBeTruthy();
  expect(csv()).toContain(`pub_1,"'=Shop, ""new""",3,2,1,`);
  await user.click(screen.getByRole("radio", { name: "Domains" }));
  expect(csv()).toMatch(/^domain,jobs.*\r\nexample\.com,3,2,1,/);
});

test("on the dashboard, the chart has a bar for each kind of job, and shows the numbers of a day", async () => {
  const user = userEvent.setup();
  showPage("/dashboard", <UsageHistory />);
  const chart = await screen.findByRole("img", { name: "Jobs per day, 3 in total" });
  const [, friday] = chart.querySelectorAll("g");
  const heights = [...(friday?.querySelectorAll("rect:not(:first-child)") ?? [])].map((bar) =>
    Number(bar.getAttribute("height")),
  );
  expect(heights[0]).toBe(2 * (heights[1] ?? 0));
  expect(heights[2]).toBe(0);
  if (friday) await user.hover(friday);
  expect(screen.getByText("Jan 30, 2026: 2 PDFs, 1 screenshot, 1 failed")).toBeTruthy();
});

test("the numbers beside the chart have room for ten thousand jobs", async () => {
  const day = { date: "2026-01-30", ...COUNTS, jobs: 10_000, pdf: 10_000, screenshot: 0 };
  vi.stubGlobal("fetch", async () => Response.json({ ...USAGE, days: [day] }));
  showPage("/dashboard", <UsageHistory />);
  const chart = await screen.findByRole("img", { name: "Jobs per day, 10000 in total" });
  const highest = [...chart.querySelectorAll("text")].find(({ textContent }) => textContent === "10,000");
  // A digit is 7 px wide, and the number ends at its x.
  expect(Number(highest?.getAttribute("x"))).toBeGreaterThanOrEqual("10,000".length * 7);
});
