import { useState } from "react";
import type { Profile } from "#contract/account/profile.ts";
import { PLANS } from "#contract/plans.ts";
import { creditPrice, dollars, dollarsOfMillis } from "../../billing/money.ts";
import { sentenceOf } from "../../client/failure.ts";
import { show } from "../../feedback/feedback.ts";
import { useSettings } from "../../queries/profile.ts";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { Switch } from "../../ui/switch.tsx";
import { counted } from "../../words/sizes.ts";
import { SpendingCap } from "./spending-cap.tsx";

/** Turns overage on and off, each with a confirmation. */
export function OverageSettings({ profile }: { profile: Profile }) {
  const [asking, setAsking] = useState(false);
  const settings = useSettings();
  const enabled = profile.overage_enabled;
  const { overageMillis } = PLANS[profile.tier];
  const price = `${creditPrice(overageMillis ?? 0)} per credit`;

  function toggle() {
    setAsking(false);
    settings.mutate(
      { overage_enabled: !enabled },
      {
        onSuccess: () => show("success", enabled ? "Overage is off." : "Overage is on."),
        onError: (error) => show("error", sentenceOf(error, "Failed to update settings")),
      },
    );
  }

  return (
    <Card
      title="Overage Settings"
      note={`After your ${counted(profile.monthly_credits, "credit")} per month, keep converting at ${price}, billed monthly at the end of each month.`}
      aside={
        <Switch
          label="Overage"
          checked={enabled}
          busy={settings.isPending}
          onChange={() => setAsking(true)}
        />
      }
    >
      <p>
        {enabled
          ? `On. Used in this period: ${counted(profile.overage_credits, "credit")}, ${dollarsOfMillis(profile.overage_millis)}.`
          : "Off. Requests fail once your monthly credits are used up."}
      </p>
      <SpendingCap key={profile.spending_cap_cents} profile={profile} />
      <ConfirmDialog
        open={asking}
        title={enabled ? "Disable overage?" : "Enable overage?"}
        confirmLabel={enabled ? "Disable overage" : "Enable overage"}
        onConfirm={toggle}
        onCancel={() => setAsking(false)}
      >
        {enabled
          ? "Requests fail once your monthly credits are used up. The overage credits you have used so far are still billed."
          : `Each credit beyond your monthly limit is charged at ${price}, billed at the end of the month. Your spending cap of ${dollars(profile.spending_cap_cents)} per period limits the total.`}
      </ConfirmDialog>
    </Card>
  );
}
