import { useState } from "react";
import type { Subscription } from "#contract/account/billing.ts";
import type { Profile } from "#contract/account/profile.ts";
import { PLANS } from "#contract/plans.ts";
import { dollars } from "../../billing/money.ts";
import { sentenceOf } from "../../client/failure.ts";
import { show } from "../../feedback/feedback.ts";
import {
  useBillingPortal,
  useCancelSubscription,
  useResumeSubscription,
  useSubscription,
} from "../../queries/subscription.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { day } from "../../words/dates.ts";

function statusWords(status: string): string {
  const words = status.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function Current({ subscription }: { subscription: Subscription }) {
  const [asking, setAsking] = useState(false);
  const cancel = useCancelSubscription();
  const resume = useResumeSubscription();
  const portal = useBillingPortal();
  const plan = PLANS[subscription.tier];
  const end = day(subscription.current_period_end);
  const ending = subscription.cancel_at_period_end;

  function resumeSubscription() {
    resume.mutate(undefined, {
      onSuccess: ({ subscription: resumed }) =>
        resumed && !resumed.cancel_at_period_end
          ? show("success", "Your subscription stays active.")
          : show("error", "Your subscription has already ended. Choose a plan on the Plans tab."),
      onError: (error) => show("error", sentenceOf(error, "Failed to resume subscription")),
    });
  }

  return (
    <>
      <Facts
        facts={[
          { name: "Plan", value: `${plan.name}, ${dollars(plan.priceCents)}/month` },
          {
            name: "Status",
            value: (
              <Badge tone={subscription.status === "active" ? "good" : "warn"}>
                {statusWords(subscription.status)}
              </Badge>
            ),
          },
          { name: ending ? "Access until" : "Renews", value: end },
        ]}
      />
      {ending && (
        <div className="mt-4">
          <Notice kind="warning">
            Your subscription is canceled. You keep the {plan.name} plan until {end}. After that, your account
            moves to the {PLANS.free.name} plan.
          </Notice>
        </div>
      )}
      <div className="mt-5 flex flex-wrap gap-2">
        {!ending && <ButtonLink href="/plans">Change plan</ButtonLink>}
        <Button
          icon="external"
          busy={portal.isPending}
          onClick={() =>
            portal.mutate(undefined, {
              onError: (error) => show("error", sentenceOf(error, "The billing portal could not be opened")),
            })
          }
        >
          Manage billing
        </Button>
        {/* One button for both, so that the focus stays on it when the subscription changes. */}
        <Button
          look={ending ? "primary" : "danger"}
          busy={resume.isPending}
          onClick={ending ? resumeSubscription : () => setAsking(true)}
        >
          {ending ? "Resume subscription" : "Cancel subscription"}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title="Cancel your subscription?"
        confirmLabel="Cancel subscription"
        cancelLabel="Keep subscription"
        danger
        busy={cancel.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() =>
          cancel.mutate(undefined, {
            onSuccess: () => show("success", `Your subscription ends on ${end}.`),
            onError: (error) => show("error", sentenceOf(error, "Failed to cancel subscription")),
            onSettled: () => setAsking(false),
          })
        }
      >
        You keep the {plan.name} plan until {end}. After that, your account moves to the {PLANS.free.name}{" "}
        plan, with {PLANS.free.creditsPerMonth} credits per month and watermarks on PDFs.
      </ConfirmDialog>
    </>
  );
}

export function SubscriptionManagement({ profile }: { profile: Profile }) {
  const { data, isError, refetch } = useSubscription();
  // The Free plan has no subscription, so there is no need to wait for the response.
  const subscription = data === undefined && profile.tier === "free" ? null : data;
  return (
    <Card title="Subscription Management">
      {subscription && <Current subscription={subscription} />}
      {subscription === null && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted">
            You are on the {PLANS[profile.tier].name} plan and have no subscription.
          </p>
          <ButtonLink href="/plans" look="primary">
            Compare plans
          </ButtonLink>
        </div>
      )}
      {subscription === undefined &&
        (isError ? (
          <ErrorState message="Your subscription could not be loaded." onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={3} className="min-h-[193.25px] sm:min-h-[152px]" />
        ))}
    </Card>
  );
}
