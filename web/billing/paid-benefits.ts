import { PLANS } from "#contract/plans.ts";

/** What the free plan lacks (spec §1). */
export const PAID_BENEFITS = [
  `Up to ${PLANS.pro.creditsPerMonth.toLocaleString("en-US")} credits per month`,
  "No watermarks on PDFs",
  "Higher rate limits and concurrent jobs",
  "Priority support and faster processing",
] as const;
