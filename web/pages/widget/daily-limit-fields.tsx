import type { PublicKey } from "#contract/account/public-keys.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Tier } from "#contract/plans.ts";
import { defaultDailyLimits } from "#contract/widget/daily-limits.ts";
import { TextField } from "../../ui/field.tsx";

/** The two fields as typed. Empty: the default of the plan. */
export interface TypedLimits {
  key: string;
  visitor: string;
}

export function typedLimits({ daily_limit, daily_visitor_limit }: PublicKey): TypedLimits {
  return { key: String(daily_limit ?? ""), visitor: String(daily_visitor_limit ?? "") };
}

export function limitFault(typed: string): string | null {
  const number = Number(typed);
  const isValid =
    typed === "" || (Number.isInteger(number) && number >= 1 && number <= LIMITS.widgetDailyLimit);
  return isValid
    ? null
    : `Enter a whole number from 1 to ${LIMITS.widgetDailyLimit.toLocaleString("en-US")}, or nothing`;
}

/** The number to send; null for the default. */
export function limitOf(typed: string): number | null {
  return typed === "" ? null : Number(typed);
}

interface DailyLimitFieldsProps {
  typed: TypedLimits;
  tier: Tier;
  onChange: (typed: TypedLimits) => void;
}

export function DailyLimitFields({ typed, tier, onChange }: DailyLimitFieldsProps) {
  const usual = defaultDailyLimits(tier);
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField
        label="Conversions per day"
        inputMode="numeric"
        autoComplete="off"
        placeholder={String(usual.key)}
        hint={`Empty: ${usual.key.toLocaleString("en-US")}, half of your plan's monthly credits.`}
        value={typed.key}
        fault={limitFault(typed.key)}
        onChange={({ target }) => onChange({ ...typed, key: target.value.trim() })}
      />
      <TextField
        label="Conversions per visitor and day"
        inputMode="numeric"
        autoComplete="off"
        placeholder={String(usual.visitor)}
        hint={`Empty: ${usual.visitor}.`}
        value={typed.visitor}
        fault={limitFault(typed.visitor)}
        onChange={({ target }) => onChange({ ...typed, visitor: target.value.trim() })}
      />
    </div>
  );
}
