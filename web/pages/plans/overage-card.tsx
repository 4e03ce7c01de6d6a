import { PLANS, type Plan, TIERS } from "#contract/plans.ts";
import { creditPrice } from "../../billing/money.ts";
import { Card } from "../../ui/card.tsx";

export function OverageCard() {
  const priced = TIERS.flatMap((tier) => {
    const { name, overageMillis }: Plan = PLANS[tier];
    return overageMillis === null ? [] : [{ name, price: creditPrice(overageMillis) }];
  });
  return (
    <Card
      title="Overage Pricing"
      note="When your monthly credits are used up, jobs keep running and each one uses an overage credit. Overage is off until you enable it in Settings, and a spending cap limits what it costs."
    >
      <dl className="grid gap-3 sm:grid-cols-2">
        {priced.map(({ name, price }) => (
          <div
            key={name}
            className="flex items-baseline justify-between gap-3 rounded-md bg-wash px-3.5 py-2.5"
          >
            <dt>{name}</dt>
            <dd>
              <span className="font-semibold tabular-nums">{price}</span>{" "}
              <span className="text-muted">per credit</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-muted text-sm">Billed monthly at the end of each month.</p>
    </Card>
  );
}
