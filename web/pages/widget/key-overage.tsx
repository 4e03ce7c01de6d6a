import { useState } from "react";
import type { Profile } from "#contract/account/profile.ts";
import type { PublicKey } from "#contract/account/public-keys.ts";
import { PLANS } from "#contract/plans.ts";
import { creditPrice } from "../../billing/money.ts";
import { sentenceOf } from "../../client/failure.ts";
import { show } from "../../feedback/feedback.ts";
import { useUpdatePublicKey } from "../../queries/public-keys.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { Switch } from "../../ui/switch.tsx";

/** Switch for overage credits of one key. Switching it on asks, because visitors' clicks then cost money. */
export function KeyOverage({ publicKey, profile }: { publicKey: PublicKey; profile: Profile }) {
  const [asking, setAsking] = useState(false);
  const update = useUpdatePublicKey();
  const { id, name, overage_enabled: enabled } = publicKey;
  const { overageMillis } = PLANS[profile.tier];
  if (overageMillis === null) return null;

  function change(overage_enabled: boolean) {
    setAsking(false);
    update.mutate(
      { id, overage_enabled },
      { onError: (error) => show("error", sentenceOf(error, "Failed to update the key")) },
    );
  }

  return (
    <div className="mt-2 flex items-center gap-2.5 text-sm">
      <Switch
        label={`Overage for ${name}`}
        checked={enabled}
        busy={update.isPending}
        onChange={(on) => (on ? setAsking(true) : change(false))}
      />
      <p className="text-muted">
        {enabled ? "May use overage credits" : "Stops at the monthly credits"}
        {enabled && !profile.overage_enabled && ", once overage is on in Settings"}
      </p>
      <ConfirmDialog
        open={asking}
        title="Allow overage for this key?"
        confirmLabel="Allow overage"
        onConfirm={() => change(true)}
        onCancel={() => setAsking(false)}
      >
        Beyond your monthly credits, each click on a button of “{name}” is charged at{" "}
        {creditPrice(overageMillis)} per credit, up to the spending cap in Settings.
      </ConfirmDialog>
    </div>
  );
}
