import { PAID_BENEFITS } from "../../billing/paid-benefits.ts";
import { Card } from "../../ui/card.tsx";
import { Icon } from "../../ui/icon.tsx";

/** Benefits of the paid plans, shown to visitors and accounts on the Free plan (spec §1). */
export function MissingBenefits() {
  return (
    <Card title="Not included in the Free plan">
      <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {PAID_BENEFITS.map((benefit) => (
          <li key={benefit} className="flex gap-2.5">
            <span className="mt-1 text-accent">
              <Icon name="plus" />
            </span>
            {benefit}
          </li>
        ))}
      </ul>
    </Card>
  );
}
