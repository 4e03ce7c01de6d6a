import type { PlanChange } from "#contract/account/billing.ts";
import { PLANS } from "#contract/plans.ts";
import { sentenceOf } from "../client/failure.ts";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { Facts } from "../ui/facts.tsx";
import { Notice } from "../ui/notice.tsx";
import { ErrorState, Skeleton } from "../ui/states.tsx";
import { day } from "../words/dates.ts";
import { dollars, exactDollars } from "./money.ts";
import type { PlanSelection } from "./select-plan.ts";

const count = (credits: number) => credits.toLocaleString("en-US");

function cardName(card: PlanChange["card"]): string {
  if (!card) return "";
  const brand = card.brand.charAt(0).toUpperCase() + card.brand.slice(1);
  return ` to ${brand} ending in ${card.last4}`;
}

function Figures({ change }: { change: PlanChange }) {
  const { direction, resumes, due_cents, credit_cents, card, credits, next } = change;
  const money =
    direction === "upgrade"
      ? { name: "Charged today", value: `${exactDollars(due_cents)}${due_cents > 0 ? cardName(card) : ""}` }
      : { name: "Credited to your next invoice", value: exactDollars(credit_cents) };
  return (
    <>
      <div className="mt-3 text-ink">
        <Facts
          facts={[
            money,
            { name: "Credits this period", value: `${count(credits.now)} → ${count(credits.after)}` },
            { name: "Used so far", value: count(credits.used) },
            {
              name: `From ${day(next.date)}`,
              value: `${dollars(next.price_cents)}/month, ${count(next.credits)} credits`,
            },
          ]}
        />
      </div>
      {resumes && (
        <div className="mt-3">
          <Notice kind="warning">
            Your subscription is canceled. This change reverts the cancellation: it renews on {day(next.date)}{" "}
            for {dollars(next.price_cents)}.
          </Notice>
        </div>
      )}
      <p className="mt-3 text-sm">
        {direction === "upgrade"
          ? "Price and credits are for the rest of this billing period."
          : "Unused credits of this billing period are credited. Used credits are not. The amount is not paid out if the subscription ends before the next invoice."}
      </p>
    </>
  );
}

/** Shows what a plan change costs and gives before it is made. Open while a plan is asked about. */
export function PlanChangeDialog({ selection }: { selection: PlanSelection }) {
  const { asked, figures, isOutdated, isChanging, confirm, keep } = selection;
  return (
    <ConfirmDialog
      open={asked !== null}
      title={`Change to the ${PLANS[asked ?? "free"].name} plan?`}
      confirmLabel="Change plan"
      cancelLabel="Keep my plan"
      busy={isChanging}
      confirmDisabled={!figures.data || figures.isFetching || figures.isError}
      onConfirm={confirm}
      onCancel={keep}
    >
      {isOutdated && (
        <div className="mb-3">
          <Notice kind="warning" live>
            Your usage or plan has changed. Check the new figures.
          </Notice>
        </div>
      )}
      {figures.isError ? (
        <ErrorState
          message={sentenceOf(figures.error, "The figures could not be loaded.")}
          onRetry={() => void figures.refetch()}
        />
      ) : figures.data ? (
        <Figures change={figures.data} />
      ) : (
        <Skeleton lines={6} />
      )}
    </ConfirmDialog>
  );
}
