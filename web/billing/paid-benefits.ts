import { PLANS } from "#contract/plans.ts";

/** Benefits of the paid plans over the Free plan (spec §1). */
export const PAID_BENEFITS = [
  `Up to ${PLANS.pro.creditsPerMonth.toLocaleString("en-US")} credits per month`,
  "No watermarks on PDFs",
  "Higher rate limits and concurrent jobs",
  "Priority support and faster processing",
] as const;
