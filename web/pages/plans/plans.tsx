import { TIERS } from "#contract/plans.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { MissingBenefits } from "./missing-benefits.tsx";
import { OverageCard } from "./overage-card.tsx";
import { PlanCard } from "./plan-card.tsx";
import { PlansHeading } from "./plans-heading.tsx";

/** Plans and pricing for visitors. Every button leads to registration. */
export function Plans() {
  return (
    <div className="space-y-6">
      <PlansHeading />
      <div className="grid gap-4 md:grid-cols-3">
        {TIERS.map((tier) => (
          <PlanCard
            key={tier}
            tier={tier}
            recommended={tier === "starter"}
            action={
              <ButtonLink href="/auth?tab=register" look={tier === "starter" ? "primary" : "secondary"}>
                Get started
              </ButtonLink>
            }
          />
        ))}
      </div>
      <MissingBenefits />
      <OverageCard />
    </div>
  );
}
