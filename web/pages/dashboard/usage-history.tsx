import { lazy, Suspense, useMemo, useState } from "react";
import { type UsageDay, useUsage } from "../../queries/usage.ts";
import { Card } from "../../ui/card.tsx";
import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { day as dayWords } from "../../words/dates.ts";
import { counted } from "../../words/sizes.ts";

/** The whole dashboard reads the same days, so that they are loaded once. */
export const DAYS = 30;
const DAY_MS = 86_400_000;
const UsageChart = lazy(async () => ({ default: (await import("./usage-chart.tsx")).UsageChart }));

const NO_JOBS = { jobs: 0, credits: 0, failures: 0, pdf: 0, screenshot: 0, markdown: 0, html: 0 };

/** One entry for each of the last days, also for days without jobs. Days are in UTC, like those of the server. */
function everyDay(days: readonly UsageDay[], nowMs: number): UsageDay[] {
  const byDate = new Map(days.map((entry) => [entry.date, entry]));
  return Array.from({ length: DAYS }, (_, index) => {
    const date = new Date(nowMs - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return byDate.get(date) ?? { date, ...NO_JOBS };
  });
}

function sentence(entry: UsageDay): string {
  const failed = entry.failures > 0 ? `, ${entry.failures} failed` : "";
  const markdown = entry.markdown > 0 ? `, ${entry.markdown} Markdown` : "";
  const html = entry.html > 0 ? `, ${entry.html} HTML` : "";
  return `${counted(entry.pdf, "PDF")}, ${counted(entry.screenshot, "screenshot")}${markdown}${html}${failed}`;
}

const FILLS = { accent: "bg-accent", edge: "bg-edge", muted: "bg-muted" } as const;

function Swatch({ tone }: { tone: keyof typeof FILLS }) {
  return <span aria-hidden="true" className={`inline-block size-2.5 rounded-[2px] ${FILLS[tone]}`} />;
}

function DayTable({ days }: { days: readonly UsageDay[] }) {
  const busy = days.filter((entry) => entry.jobs > 0).toReversed();
  if (busy.length === 0) return <p className="py-2 text-muted text-sm">No jobs in the last {DAYS} days.</p>;
  return (
    <table className="mt-2 w-full text-left text-sm tabular-nums">
      <thead className="text-muted">
        <tr>
          {["Day", "PDFs", "Screenshots", "Markdown", "HTML", "Failed", "Credits"].map((head) => (
            <th key={head} scope="col" className="py-1 pr-2 font-medium">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {busy.map((entry) => (
          <tr key={entry.date} className="border-line border-t">
            <th scope="row" className="py-1 pr-2 font-normal">
              {dayWords(`${entry.date}T12:00:00`)}
            </th>
            <td>{entry.pdf}</td>
            <td>{entry.screenshot}</td>
            <td>{entry.markdown}</td>
            <td>{entry.html}</td>
            <td>{entry.failures}</td>
            <td>{entry.credits}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function UsageHistory() {
  const { data, isError, refetch } = useUsage(DAYS);
  const [pointed, setPointed] = useState<number | null>(null);
  const todayMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  // A new array on every render would redraw the chart and lose the day under the pointer.
  const days = useMemo(() => (data ? everyDay(data.days, todayMs) : null), [data, todayMs]);
  const chosen = days && pointed !== null ? days[pointed] : undefined;
  const total = days?.reduce((sum, entry) => sum + entry.jobs, 0) ?? 0;

  return (
    <Card
      title="Usage"
      note={
        chosen
          ? `${dayWords(`${chosen.date}T12:00:00`)}: ${sentence(chosen)}`
          : `${days ? counted(total, "job") : "Jobs"} in the last ${DAYS} days`
      }
      aside={
        <p className="flex gap-3 text-muted text-sm">
          <span className="inline-flex items-center gap-1.5">
            <Swatch tone="accent" /> PDFs
          </span>
          <span className="inline-flex items-center gap-1.5">
            <Swatch tone="edge" /> Screenshots
          </span>
          <span className="inline-flex items-center gap-1.5">
            <Swatch tone="muted" /> Markdown, HTML
          </span>
        </p>
      }
    >
      {days && (
        <>
          <ErrorBoundary
            fallback={
              <p className="text-muted">The chart could not be drawn. The table below shows the same data.</p>
            }
          >
            <Suspense fallback={<div className="h-[168px]" />}>
              <UsageChart days={days} label={`Jobs per day, ${total} in total`} onPoint={setPointed} />
            </Suspense>
          </ErrorBoundary>
          <details className="mt-3 text-sm">
            <summary className="w-fit rounded-sm text-muted hover:text-ink">Show as a table</summary>
            <DayTable days={days} />
          </details>
        </>
      )}
      {!days && isError && (
        <ErrorState message="Your usage history could not be loaded." onRetry={() => void refetch()} />
      )}
      {!days && !isError && <Skeleton lines={6} className="min-h-[198px]" />}
    </Card>
  );
}
