import { type FormEvent, useState } from "react";
import type { Profile } from "#contract/account/profile.ts";
import { LIMITS } from "#contract/limits.ts";
import { isCapReached, SPENDING_THRESHOLDS } from "#contract/plans.ts";
import { centsOf, dollars, dollarsOfMillis } from "../../billing/money.ts";
import { sentenceOf } from "../../client/failure.ts";
import { show } from "../../feedback/feedback.ts";
import { useSettings } from "../../queries/profile.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Meter } from "../../ui/meter.tsx";

const FAULT = `Please enter an amount from $0 to ${dollars(LIMITS.spendingCapCents)}`;

function levelOf(percent: number, isReached: boolean) {
  if (isReached) return "critical";
  return percent >= SPENDING_THRESHOLDS.most ? "warning" : "normal";
}

/** Shows what overage has cost in the period, and sets the most that it may cost. */
export function SpendingCap({ profile }: { profile: Profile }) {
  const { tier, overage_millis, spending_cap_cents } = profile;
  const settings = useSettings();
  const [text, setText] = useState((spending_cap_cents / 100).toFixed(2));
  const [tried, setTried] = useState(false);
  const cents = centsOf(text);
  const isWrong = cents === null || cents > LIMITS.spendingCapCents;
  const percent = spending_cap_cents > 0 ? (overage_millis * 10) / spending_cap_cents : 100;
  const isReached = isCapReached(tier, overage_millis, spending_cap_cents);
  const spent = `${dollarsOfMillis(overage_millis)} of ${dollars(spending_cap_cents)}`;

  function save(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (isWrong) return;
    settings.mutate(
      { spending_cap_cents: cents },
      {
        onSuccess: () => show("success", `Your spending cap is ${dollars(cents)} per period.`),
        onError: (error) => show("error", sentenceOf(error, "Failed to update settings")),
      },
    );
  }

  return (
    <div className="mt-4 space-y-4 border-line border-t pt-4">
      <div>
        <p className="mb-2 flex items-baseline justify-between gap-3 text-sm">
          <span className="text-muted">Spent of the cap in this period</span>
          <span className="tabular-nums">{spent}</span>
        </p>
        <Meter
          label="Overage spending"
          percent={percent}
          level={levelOf(percent, isReached)}
          valueText={`${spent} spent`}
        />
      </div>
      <form onSubmit={save} noValidate className="max-w-sm">
        <div className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              label="Spending cap per period (US dollars)"
              inputMode="decimal"
              autoComplete="off"
              value={text}
              invalid={tried && isWrong}
              onChange={(event) => setText(event.target.value)}
            />
          </div>
          <Button type="submit" busy={settings.isPending} disabled={cents === spending_cap_cents}>
            Save
          </Button>
        </div>
        <p
          aria-live="polite"
          className={tried && isWrong ? "mt-1 text-bad text-sm" : "mt-1 text-muted text-sm"}
        >
          {tried && isWrong
            ? FAULT
            : "Requests fail once your overage credits have cost this much. A lower cap takes effect immediately."}
        </p>
      </form>
    </div>
  );
}
