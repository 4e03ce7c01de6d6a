import type { Profile } from "#contract/account/profile.ts";
import { PLANS } from "#contract/plans.ts";
import { useApiKey } from "../../queries/api-key.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { day } from "../../words/dates.ts";
import { counted } from "../../words/sizes.ts";

export function AccountInformation({ profile }: { profile: Profile }) {
  // Only verified accounts have a key. The profile may be from before the verification in another tab.
  const { data: key } = useApiKey();
  const isVerified = profile.email_confirmed_at !== null || key !== undefined;
  const plan = PLANS[profile.tier];
  return (
    <Card title="Account Information">
      <Facts
        facts={[
          {
            name: "Email",
            value: (
              <span className="inline-flex flex-wrap items-center justify-end gap-2">
                {profile.email}
                {isVerified ? <Badge tone="good">Verified</Badge> : <Badge tone="warn">Not verified</Badge>}
              </span>
            ),
          },
          { name: "Plan", value: plan.name },
          {
            name: "Credits",
            value: `${profile.credits_used.toLocaleString("en-US")} of ${counted(profile.monthly_credits, "credit")} used`,
          },
          {
            name: "Period",
            value: `${day(profile.subscription_period_start)} to ${day(profile.subscription_period_end)}`,
          },
          { name: "Member since", value: day(profile.created_at) },
        ]}
      />
    </Card>
  );
}
