import type { Profile } from "#contract/account/profile.ts";
import { useSecondFactor } from "../../queries/second-factor.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { TwoStep } from "./two-step.tsx";

/** Turns two-step sign-in on and off. */
export function TwoStepCard({ profile }: { profile: Profile }) {
  const { data: state, isError, refetch } = useSecondFactor();
  const isOn = state && state.factors.length > 0;
  const isVerified = profile.email_confirmed_at !== null;
  return (
    <Card
      title="Two-Step Sign-In"
      note="After your password or magic link, signing in also needs a code or a passkey. API keys work as before."
      aside={state && <Badge tone={isOn ? "good" : "plain"}>{isOn ? "On" : "Off"}</Badge>}
    >
      {!isVerified && <p className="text-muted">Verify your email address first.</p>}
      {isVerified && state && <TwoStep state={state} />}
      {isVerified && !state && isError && (
        <ErrorState message="Your two-step sign-in could not be loaded." onRetry={() => void refetch()} />
      )}
      {isVerified && !state && !isError && (
        <Skeleton lines={4} className="min-h-[158.5px] sm:min-h-[102px]" />
      )}
    </Card>
  );
}
