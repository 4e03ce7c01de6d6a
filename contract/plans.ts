/** The plans: every price, quota and limit that differs between tiers, and its only place (spec §9). */

export const TIERS = ["free", "starter", "pro"] as const;
export type Tier = (typeof TIERS)[number];
export type PaidTier = Exclude<Tier, "free">;

export interface Plan {
  name: string;
  /** US cents a month. */
  priceCents: number;
  creditsPerMonth: number;
  /** PDFs are cut after this many pages. */
  pagesPerPdf: number;
  /** Sliding window of 60 s. */
  requestsPerMinute: number;
  /** Sliding window of 24 h; null = no daily limit. */
  requestsPerDay: number | null;
  /** Largest `html` of a job, in bytes of UTF-8. */
  htmlBytes: number;
  /**
   * Minutes a UTC day that failed jobs may spend in the browser, because they cost no credit. Enough for a whole month's
   * credits in one day of which 40 % (Pro: 36 %) fail at the full 30 s; most failures take 2 s.
   */
  failedRenderMinutesPerDay: number;
  /** Jobs of one account that render at the same time. */
  concurrentJobs: number;
  /** Weight of the tier, from 1 to 10, when tiers compete for slots. */
  queuePriority: number;
  /** Whether PDFs carry the watermark. */
  watermark: boolean;
  /** Price of an overage credit in thousandths of a US dollar; null = no overage. */
  overageMillis: number | null;
  /** How long a result is kept after the job has finished. */
  retentionHours: number;
}

export const PLANS = {
  free: {
    name: "Free",
    priceCents: 0,
    creditsPerMonth: 50,
    pagesPerPdf: 1,
    requestsPerMinute: 5,
    requestsPerDay: 50,
    htmlBytes: 1_000_000,
    failedRenderMinutesPerDay: 10,
    concurrentJobs: 1,
    queuePriority: 1,
    watermark: true,
    overageMillis: null,
    retentionHours: 24,
  },
  starter: {
    name: "Starter",
    priceCents: 900,
    creditsPerMonth: 300,
    pagesPerPdf: 3,
    requestsPerMinute: 10,
    requestsPerDay: null,
    htmlBytes: 2_500_000,
    failedRenderMinutesPerDay: 60,
    concurrentJobs: 3,
    queuePriority: 5,
    watermark: false,
    overageMillis: 50,
    retentionHours: 7 * 24,
  },
  pro: {
    name: "Pro",
    priceCents: 2500,
    creditsPerMonth: 1000,
    pagesPerPdf: 5,
    requestsPerMinute: 15,
    requestsPerDay: null,
    htmlBytes: 5_000_000,
    failedRenderMinutesPerDay: 180,
    concurrentJobs: 7,
    queuePriority: 10,
    watermark: false,
    overageMillis: 30,
    retentionHours: 30 * 24,
  },
} as const satisfies Record<Tier, Plan>;

/** Days of a credit period on the Free plan, and of any period whose end is unknown (spec §4). */
export const PERIOD_DAYS = 30;

/** Percent of the monthly credits at which the bar changes colour and a mail goes out (spec §4, §8). */
export const CREDIT_THRESHOLDS = { warning: 75, critical: 90, exhausted: 100 } as const;

/** Percent of the spending cap at which a mail goes out. */
export const SPENDING_THRESHOLDS = { half: 50, most: 80, reached: 100 } as const;

/** Whether one more overage credit would cost more than the spending cap leaves. */
export function isCapReached(tier: Tier, spentMillis: number, capCents: number): boolean {
  return spentMillis + (PLANS[tier].overageMillis ?? 0) > capCents * 10;
}

/** How a move between two tiers is named: free < starter < pro (spec §4). */
export function compareTiers(from: Tier, to: Tier): "same" | "upgrade" | "downgrade" {
  if (from === to) return "same";
  return TIERS.indexOf(to) > TIERS.indexOf(from) ? "upgrade" : "downgrade";
}
