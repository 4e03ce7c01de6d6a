import { PLANS, TIERS } from "#contract/plans.ts";
import { dollars } from "../../billing/money.ts";
import { ButtonLink } from "../../ui/button.tsx";

export function PlanLine() {
  return (
    <section aria-labelledby="plans-title" className="border-line border-t py-14">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="plans-title" className="text-2xl sm:text-3xl">
          Start free, upgrade when you need more
        </h2>
        <ButtonLink href="/auth" look="secondary">
          Compare plans
        </ButtonLink>
      </div>
      <dl className="mt-6 grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-3">
        {TIERS.map((tier) => {
          const { name, priceCents, creditsPerMonth } = PLANS[tier];
          return (
            <div key={tier} className="bg-sheet p-5">
              <dt className="text-muted">{name}</dt>
              <dd className="mt-1">
                <span className="font-semibold text-2xl tabular-nums">{dollars(priceCents)}</span>
                <span className="text-muted">/month</span>
                <p className="mt-1">{creditsPerMonth.toLocaleString("en-US")} credits per month</p>
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
