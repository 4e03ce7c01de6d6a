/** Simulates the capacity by number of shards, the first bottleneck, and the cost of a job. */
import { PLANS, TIERS } from "#contract/plans.ts";
import { printTable } from "../tools/table.ts";
import type { Result } from "./result.ts";
import { costOfJob } from "./simulate/cost.ts";
import { PLATFORM_LIMITS } from "./simulate/limits.ts";
import { capacity, type Outcome, type PhaseTimes, type Shape } from "./simulate/model.ts";

/**
 * Milliseconds of one job. Rendering: PDFs of 130 real pages on the headless shell (p50 211, p95 582), plus the time to load
 * a page over the internet (Cloudflare's figure for a warm browser: median 637). D1: the admission batch, then the claim, a
 * stage, the completion and the client's reads, at 1 ms for an indexed query as in D1's guide.
 */
const MEASURED: PhaseTimes = {
  admitMs: 1.5,
  followMs: 3,
  schedulerMs: 1,
  renderP50Ms: 850,
  renderP95Ms: 3_000,
};

const SHAPES: Record<string, Shape> = {
  "as configured (2 × 2)": { browsers: 2, tabsPerBrowser: 2, databases: 1, schedulers: 1 },
  "one account's browsers": {
    browsers: PLATFORM_LIMITS.browsers,
    tabsPerBrowser: 2,
    databases: 1,
    schedulers: 1,
  },
  "+ 4 databases": { browsers: PLATFORM_LIMITS.browsers, tabsPerBrowser: 2, databases: 4, schedulers: 1 },
  "+ 4 tabs a browser": {
    browsers: PLATFORM_LIMITS.browsers,
    tabsPerBrowser: 4,
    databases: 4,
    schedulers: 1,
  },
  "4 accounts' browsers": {
    browsers: PLATFORM_LIMITS.browsers * 4,
    tabsPerBrowser: 4,
    databases: 16,
    schedulers: 4,
  },
};

const SECONDS_A_DAY = 86_400;
/** Traffic has peaks: the average of a day is a third of its busiest minute. */
const DAY_SHARE = 1 / 3;

function fullest({ load }: Outcome): string {
  const [first] = Object.entries(load).sort(([, a], [, b]) => b - a);
  return first ? `${first[0]} ${Math.round(first[1] * 100)} %` : "";
}

export async function simulation(): Promise<Result> {
  const outcomes = Object.entries(SHAPES).map(([name, shape]) => ({
    name,
    shape,
    outcome: capacity(MEASURED, shape),
  }));
  printTable(
    "Capacity with 95 of 100 jobs waiting under 2 s",
    ["", "jobs/s", "jobs a day", "wait p95", "fullest part"],
    outcomes.map(({ name, outcome }) => [
      name,
      outcome.jobsPerSecond.toFixed(1),
      Math.round(outcome.jobsPerSecond * SECONDS_A_DAY * DAY_SHARE).toLocaleString("en-US"),
      `${Math.round(outcome.waitP95Ms)} ms`,
      fullest(outcome),
    ]),
  );
  const cost = costOfJob({
    renderMs: MEASURED.renderP50Ms,
    tabsPerBrowser: 2,
    resultBytes: 1_000_000,
    retentionDays: 7,
    // Counted on the local runtime: one PDF that is waited for.
    rowsWritten: 17,
    rowsRead: 30,
    objectRowsWritten: 11,
    requests: 5,
    cpuMs: 30,
  });
  const total = Object.values(cost).reduce((sum, part) => sum + part, 0);
  printTable(
    "One job at Cloudflare's prices",
    ["", "US$"],
    [...Object.entries(cost), ["total", total] as const].map(([part, dollars]) => [part, dollars.toFixed(7)]),
  );
  const margins = TIERS.map((tier) => {
    const { name, priceCents, creditsPerMonth } = PLANS[tier];
    return {
      name,
      perCredit: priceCents / 100 / creditsPerMonth,
      share: priceCents === 0 ? null : (total * creditsPerMonth * 100) / priceCents,
    };
  });
  printTable(
    "Against the plans",
    ["", "US$ a credit", "cost ÷ price"],
    margins.map(({ name, perCredit, share }) => [
      name,
      perCredit.toFixed(4),
      share === null ? "–" : `${(share * 100).toFixed(2)} %`,
    ]),
  );
  return { figures: { measured: MEASURED, outcomes, cost, total, margins }, checks: [] };
}
