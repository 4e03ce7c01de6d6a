/** Whether the service works now, and how each part worked on each of the last days. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import type { HealthHistory } from "#contract/health.ts";
import type { HealthPart } from "#contract/health-parts.ts";
import { LIMITS } from "#contract/limits.ts";
import { useHealthHistory } from "../../queries/health.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { day as dayWords } from "../../words/dates.ts";
import { type DayOutcome, lastDays, uptimeOf } from "./uptime.ts";

/** In the order of what users notice first. */
const PARTS: readonly [HealthPart, string][] = [
  ["renderer", "Converting pages"],
  ["results", "Storing and downloading files"],
  ["database", "API and sign-in"],
  ["filterLists", "Filter lists of the option block"],
];
const STATES = {
  ok: { words: "Works", tone: "good" },
  degraded: { words: "Works in part", tone: "warn" },
  down: { words: "Does not work", tone: "bad" },
} as const;

const FILLS = {
  ok: "bg-good",
  degraded: "bg-warn-fill",
  down: "bg-bad",
  none: "bg-line",
} as const;

function percent(share: number): string {
  return `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`;
}

function sentence({ date, outcome, uptime }: DayOutcome): string {
  const day = dayWords(`${date}T12:00:00`);
  return outcome === "none" || uptime === null
    ? `${day}: no checks`
    : `${day}: worked in ${percent(uptime)} of the checks`;
}

function PartHistory({ part, history }: { part: HealthPart; history: HealthHistory | undefined }) {
  const [pointed, setPointed] = useState<number | null>(null);
  if (!history) return <Skeleton lines={1} />;
  const days = lastDays(history, part, Date.now());
  const uptime = uptimeOf(days);
  const problems = days.filter(({ outcome }) => outcome === "degraded" || outcome === "down").toReversed();
  const chosen = pointed === null ? undefined : days[pointed];
  return (
    <div className="mt-2">
      <div aria-hidden="true" className="flex h-8 gap-px sm:gap-0.5" onPointerLeave={() => setPointed(null)}>
        {days.map(({ date, outcome }, index) => (
          <span
            key={date}
            className={`min-w-0 flex-1 rounded-[1px] ${FILLS[outcome]} ${pointed === index ? "opacity-60" : ""}`}
            onPointerEnter={() => setPointed(index)}
          />
        ))}
      </div>
      <p className="mt-1.5 text-muted text-sm tabular-nums">
        {chosen
          ? sentence(chosen)
          : uptime === null
            ? "No checks yet"
            : `Worked in ${percent(uptime)} of the checks of ${LIMITS.healthDays} days`}
      </p>
      {problems.length > 0 && (
        <details className="mt-1 text-sm">
          <summary className="w-fit text-muted hover:text-ink">Days with problems</summary>
          <ul className="mt-1">
            {problems.map((day) => (
              <li key={day.date}>{sentence(day)}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Board() {
  const { data, isError, refetch } = useHealthHistory();
  return (
    <div className="space-y-6">
      <div>
        <h1 className="text-3xl">Status</h1>
        <p className="mt-2 text-muted">
          Each part is checked every {LIMITS.healthCheckMinutes} minutes. Days are in UTC.
        </p>
      </div>
      {isError && <ErrorState message="The status could not be loaded." onRetry={() => void refetch()} />}
      {PARTS.map(([part, name]) => {
        const state = data?.now.parts[part];
        return (
          <Card
            key={part}
            title={name}
            aside={state && <Badge tone={STATES[state].tone}>{STATES[state].words}</Badge>}
          >
            {!isError && <PartHistory part={part} history={data} />}
          </Card>
        );
      })}
    </div>
  );
}

export function Status() {
  // Signed out, there is no cache of API data.
  const [client] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={client}>
      <Board />
    </QueryClientProvider>
  );
}
