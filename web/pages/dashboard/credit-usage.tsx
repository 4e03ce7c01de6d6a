import type { Profile } from "#contract/account/profile.ts";
import { PLANS } from "#contract/plans.ts";
import { dollars, dollarsOfMillis } from "../../billing/money.ts";
import { useProfile } from "../../queries/profile.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Meter } from "../../ui/meter.tsx";
import { Notice, type NoticeKind } from "../../ui/notice.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { day } from "../../words/dates.ts";
import { counted } from "../../words/sizes.ts";
import { forecastCredits, forecastText } from "./credit-forecast.ts";
import { type CreditLevel, creditLevel, creditPercent, creditWarning } from "./credit-level.ts";

const NOTICE_KINDS = {
  normal: "info",
  warning: "warning",
  critical: "error",
  over: "over",
} as const satisfies Record<CreditLevel, NoticeKind>;

interface CreditActionsProps {
  profile: Profile;
  /** Whether the plan's credits are used up. */
  isExhausted: boolean;
}

/** Ways to more credits. If they are used up, first what helps at once: another plan on Free, else the settings of overage. */
export function CreditActions({ profile, isExhausted }: CreditActionsProps) {
  const { tier, overage_enabled } = profile;
  if (isExhausted && tier === "free") {
    return (
      <ButtonLink href="/plans" size="small" look="primary">
        Upgrade
      </ButtonLink>
    );
  }
  return (
    <>
      {isExhausted && (
        <ButtonLink href="/settings" size="small">
          Open Settings
        </ButtonLink>
      )}
      {tier !== "pro" && !(isExhausted && overage_enabled) && (
        <ButtonLink href="/plans" size="small">
          See plans
        </ButtonLink>
      )}
    </>
  );
}

function Figures({ profile }: { profile: Profile }) {
  const {
    credits_used,
    monthly_credits,
    overage_enabled,
    overage_credits,
    overage_millis,
    spending_cap_cents,
  } = profile;
  const level = creditLevel(profile);
  const warning = creditWarning(profile);
  const remaining = Math.max(0, monthly_credits - credits_used);
  const percent = creditPercent(profile);
  const forecast = forecastCredits(profile, Date.now());
  return (
    <>
      <p className="mb-3 flex items-baseline justify-between gap-3">
        <span className="text-muted">
          <strong className="mr-0.5 font-semibold text-3xl text-ink tabular-nums tracking-tight">
            {credits_used.toLocaleString("en-US")}
          </strong>{" "}
          of {counted(monthly_credits, "credit")} used
        </span>
        <span className="text-muted tabular-nums">{Math.round(percent)}%</span>
      </p>
      <Meter
        label="Credits used"
        percent={percent}
        level={level}
        valueText={`${credits_used} of ${monthly_credits} credits`}
      />
      <dl className="mt-4 space-y-1.5 text-sm">
        <div className="flex justify-between gap-4">
          <dt className="text-muted">Remaining</dt>
          <dd className="tabular-nums">{counted(remaining, "credit")}</dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt className="text-muted">Period ends</dt>
          <dd>{day(profile.subscription_period_end)}</dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt className="text-muted">Forecast</dt>
          <dd className="text-right tabular-nums">
            {forecast ? forecastText(profile, forecast) : "Ready after one day"}
          </dd>
        </div>
        {PLANS[profile.tier].overageMillis !== null && (
          <div className="flex justify-between gap-4">
            <dt className="text-muted">Overage {overage_enabled ? "so far" : ""}</dt>
            <dd className="tabular-nums">
              {overage_enabled || overage_credits > 0
                ? `${counted(overage_credits, "credit")}, ${dollarsOfMillis(overage_millis)} of ${dollars(spending_cap_cents)}`
                : "Off"}
            </dd>
          </div>
        )}
      </dl>
      {forecast && (
        <p className="mt-2 text-muted text-sm">
          The forecast continues this period’s average of {forecast.perDay.toFixed(1)} credits a day.
        </p>
      )}
      {warning && (
        <div className="mt-4">
          <Notice
            kind={NOTICE_KINDS[level]}
            actions={<CreditActions profile={profile} isExhausted={credits_used >= monthly_credits} />}
          >
            {warning}
          </Notice>
        </div>
      )}
    </>
  );
}

export function CreditUsage() {
  const { data: profile, isError, refetch } = useProfile();
  return (
    <Card title="Credit Usage">
      {profile && <Figures profile={profile} />}
      {!profile && isError && (
        <ErrorState message="Your usage could not be loaded." onRetry={() => void refetch()} />
      )}
      {!profile && !isError && <Skeleton lines={5} />}
    </Card>
  );
}
