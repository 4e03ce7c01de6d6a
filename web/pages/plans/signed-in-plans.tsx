import { compareTiers, PLANS, TIERS, type Tier } from "#contract/plans.ts";
import { PlanChangeDialog } from "../../billing/plan-change-dialog.tsx";
import { useSelectPlan } from "../../billing/select-plan.ts";
import { useProfile } from "../../queries/profile.ts";
import { useSubscription } from "../../queries/subscription.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { day } from "../../words/dates.ts";
import { MissingBenefits } from "./missing-benefits.tsx";
import { OverageCard } from "./overage-card.tsx";
import { PlanCard } from "./plan-card.tsx";
import { PlansHeading } from "./plans-heading.tsx";

interface Move {
  label: string;
  note?: string;
}

/** Label of the button of a plan, and how the change is billed (spec §4). */
function moveTo(current: Tier, tier: Tier): Move {
  const { name } = PLANS[tier];
  switch (compareTiers(current, tier)) {
    case "same":
      return { label: "Current plan" };
    case "upgrade":
      return {
        label: `Upgrade to ${name}`,
        note:
          current === "free"
            ? undefined
            : "You pay only the prorated difference for the rest of the billing period.",
      };
    case "downgrade":
      return {
        label: `Downgrade to ${name}`,
        note:
          tier === "free"
            ? "To move to Free, cancel your subscription in Settings. You keep your plan until the billing period ends."
            : "You receive a prorated credit for the rest of the billing period.",
      };
  }
}

/** The Free plan while a subscription is canceled: the account moves to it by itself. */
function CanceledPlan({ ends }: { ends: string }) {
  return (
    <PlanCard
      tier="free"
      note={`Your subscription is canceled. Your account moves to this plan on ${day(ends)}.`}
      action={<ButtonLink href="/settings">Resume in Settings</ButtonLink>}
    />
  );
}

/** Plans and pricing with the current plan marked. */
export function SignedInPlans() {
  const { data: profile, error, refetch } = useProfile();
  const { data: subscription, isError, refetch: reloadSubscription } = useSubscription();
  const ends = subscription?.cancel_at_period_end ? subscription.current_period_end : null;
  const selection = useSelectPlan();
  const { select, tierUnderWay } = selection;
  if (error && !profile) {
    return <ErrorState message="Your plan could not be loaded." onRetry={() => void refetch()} />;
  }
  return (
    <div className="space-y-6">
      <PlansHeading />
      {isError && subscription === undefined && (
        <ErrorState
          message="Your subscription could not be loaded."
          onRetry={() => void reloadSubscription()}
        />
      )}
      {profile ? (
        <div className="grid gap-4 md:grid-cols-3">
          {TIERS.map((tier) => {
            const { label, note } = moveTo(profile.tier, tier);
            const current = tier === profile.tier;
            if (tier === "free" && ends) return <CanceledPlan key={tier} ends={ends} />;
            return (
              <PlanCard
                key={tier}
                tier={tier}
                current={current}
                recommended={profile.tier === "free" && tier === "starter"}
                note={note}
                action={
                  <Button
                    className="w-full"
                    look={compareTiers(profile.tier, tier) === "upgrade" ? "primary" : "secondary"}
                    busy={tierUnderWay === tier}
                    disabled={tierUnderWay !== null}
                    aria-disabled={current || undefined}
                    onClick={() => select(tier)}
                  >
                    {label}
                  </Button>
                }
              />
            );
          })}
        </div>
      ) : (
        <Skeleton lines={8} />
      )}
      {profile?.tier === "free" && <MissingBenefits />}
      <OverageCard />
      <PlanChangeDialog selection={selection} />
    </div>
  );
}
