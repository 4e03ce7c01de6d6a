import type { ReactNode } from "react";

/** A list of names and values, one per line. On wide screens each value is beside its name. */
export function Facts({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className="divide-y divide-line">
      {facts.map(({ name, value }) => (
        <div
          key={name}
          className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2 first:pt-0 last:pb-0"
        >
          <dt className="text-muted">{name}</dt>
          <dd className="ml-auto min-w-0 text-ink [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
