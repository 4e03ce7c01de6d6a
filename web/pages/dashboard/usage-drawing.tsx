import { lazy, type ReactNode, Suspense } from "react";
import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import type { UsageRow } from "./usage-rows.ts";

const UsageChart = lazy(async () => ({ default: (await import("./usage-chart.tsx")).UsageChart }));

const FILLS = { accent: "bg-accent", edge: "bg-edge", muted: "bg-muted" } as const;

function Swatch({ tone }: { tone: keyof typeof FILLS }) {
  return <span aria-hidden="true" className={`inline-block size-2.5 rounded-[2px] ${FILLS[tone]}`} />;
}

export function UsageLegend() {
  return (
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
  );
}

interface UsageDrawingProps {
  days: readonly UsageRow[];
  /** Called with the index of the day under the pointer. */
  onPoint: (index: number | null) => void;
  /** The table of the same rows; `isOpen` where the browser cannot draw the chart. */
  table: (isOpen: boolean) => ReactNode;
}

/** The chart above its table. */
export function UsageDrawing({ days, onPoint, table }: UsageDrawingProps) {
  const total = days.reduce((sum, { jobs }) => sum + jobs, 0);
  return (
    <ErrorBoundary
      fallback={
        <>
          <p className="text-muted">Your browser cannot draw the chart. The table shows the same data.</p>
          {table(true)}
        </>
      }
    >
      <Suspense fallback={<div className="h-[168px]" />}>
        <UsageChart days={days} label={`Jobs per day, ${total} in total`} onPoint={onPoint} />
      </Suspense>
      {table(false)}
    </ErrorBoundary>
  );
}
