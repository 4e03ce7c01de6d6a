import { useState } from "react";
import { RECENT_DAYS, RECENT_USAGE, useUsage } from "../../queries/usage.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { counted } from "../../words/sizes.ts";
import { UsageChart, UsageLegend } from "./usage-chart.tsx";
import { rowsOf, type UsageRow } from "./usage-rows.ts";
import { UsageTable } from "./usage-table.tsx";

export function daySentence(row: UsageRow): string {
  const failed = row.failures > 0 ? `, ${row.failures} failed` : "";
  const markdown = row.markdown > 0 ? `, ${row.markdown} Markdown` : "";
  const html = row.html > 0 ? `, ${row.html} HTML` : "";
  return `${row.name}: ${counted(row.pdf, "PDF")}, ${counted(row.screenshot, "screenshot")}${markdown}${html}${failed}`;
}

/** Usage of the last days on the dashboard. */
export function UsageHistory() {
  const { data, isError, refetch } = useUsage(RECENT_USAGE);
  const [pointed, setPointed] = useState<number | null>(null);
  const days = data && rowsOf(data, "days");
  const chosen = pointed === null ? undefined : days?.[pointed];
  const total = days?.reduce((sum, { jobs }) => sum + jobs, 0);

  return (
    <Card
      title="Usage"
      note={
        chosen
          ? daySentence(chosen)
          : `${total === undefined ? "Jobs" : counted(total, "job")} in the last ${RECENT_DAYS} days`
      }
      aside={
        <>
          <UsageLegend />
          <ButtonLink size="small" href="/dashboard/usage">
            All usage
          </ButtonLink>
        </>
      }
    >
      {days && (
        <>
          <UsageChart days={days} onPoint={setPointed} />
          <details className="mt-3 text-sm">
            <summary className="w-fit rounded-sm text-muted hover:text-ink">Show as a table</summary>
            <UsageTable group="days" rows={days} />
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
