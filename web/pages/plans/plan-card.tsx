import type { ReactNode } from "react";
import { PLANS, type Plan, type Tier } from "#contract/plans.ts";
import { dollars } from "../../billing/money.ts";
import { Badge } from "../../ui/badge.tsx";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";

/** Limits of the plan, one per line of the card (spec §9). */
function lines(plan: Plan): string[] {
  const pages = plan.pagesPerPdf === 1 ? "1 page" : `${plan.pagesPerPdf} pages`;
  const jobs = plan.concurrentJobs === 1 ? "1 concurrent job" : `${plan.concurrentJobs} concurrent jobs`;
  return [
    `${plan.creditsPerMonth.toLocaleString("en-US")} credits per month`,
    `${pages} per PDF`,
    `${plan.requestsPerMinute} requests per minute`,
    jobs,
    `Queue priority ${plan.queuePriority}/10`,
    plan.watermark ? "Watermark on PDFs" : "No watermark on PDFs",
    plan.overageMillis === null ? "No overage" : "Overage available",
  ];
}

interface PlanCardProps {
  tier: Tier;
  current?: boolean;
  recommended?: boolean;
  /** How a change to this plan is billed. */
  note?: string;
  action: ReactNode;
}

export function PlanCard({ tier, current = false, recommended = false, note, action }: PlanCardProps) {
  const plan: Plan = PLANS[tier];
  return (
    <section
      aria-labelledby={`plan-${tier}`}
      className={classes(
        "flex min-w-0 flex-col rounded-lg border bg-sheet p-5",
        current ? "border-accent" : "border-line",
      )}
    >
      <div className="flex items-center justify-between gap-2">
        <h2 id={`plan-${tier}`} className="text-[1.133rem]">
          {plan.name}
        </h2>
        {current && <Badge tone="accent">Current plan</Badge>}
        {recommended && <Badge>Recommended</Badge>}
      </div>
      <p className="mt-3">
        <span className="font-semibold text-4xl tabular-nums tracking-tight">{dollars(plan.priceCents)}</span>
        <span className="text-muted">/month</span>
      </p>
      <ul className="mt-5 mb-6 space-y-2">
        {lines(plan).map((line) => (
          <li key={line} className="flex gap-2.5">
            <span className="mt-1 text-muted">
              <Icon name={/^(No overage|Watermark)/.test(line) ? "close" : "check"} />
            </span>
            {line}
          </li>
        ))}
      </ul>
      <div className="mt-auto grid gap-2">
        {note && <p className="text-muted text-sm">{note}</p>}
        {action}
      </div>
    </section>
  );
}
