import { PAID_BENEFITS } from "../../billing/paid-benefits.ts";
import { Card } from "../../ui/card.tsx";
import { Icon } from "../../ui/icon.tsx";

/** For who is on the free plan, or thinks of it: what the paid ones add (spec §1). */
export function MissingBenefits() {
  return (
    <Card title="What the Free plan misses">
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
