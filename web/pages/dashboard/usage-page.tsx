import { useState } from "react";
import { FilteredPage, useFilters } from "../../job-list/filtered-page.tsx";
import { useUsage } from "../../queries/usage.ts";
import { ButtonAnchor } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Choice } from "../../ui/choice.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { counted } from "../../words/sizes.ts";
import { UsageChart, UsageLegend } from "./usage-chart.tsx";
import { UsageFilterFields } from "./usage-filter-fields.tsx";
import { daysOf, FILTER_NAMES, usageQuery } from "./usage-filters.ts";
import { daySentence } from "./usage-history.tsx";
import { csvOf, GROUPS, type Group, rowsOf, type UsageRow } from "./usage-rows.ts";
import { UsageTable } from "./usage-table.tsx";

function totals(days: readonly UsageRow[]): string {
  const sum = (of: (row: UsageRow) => number) => days.reduce((total, row) => total + of(row), 0);
  const failed = sum(({ failures }) => failures).toLocaleString("en-US");
  return `${counted(
    sum(({ jobs }) => jobs),
    "job",
  )}, ${counted(
    sum(({ credits }) => credits),
    "credit",
  )}, ${failed} failed`;
}

/** Usage by day, key and domain, with filters that are kept in the address of the page. */
export function UsagePage() {
  const filters = useFilters(FILTER_NAMES);
  const { query } = filters;
  const [group, setGroup] = useState<Group>("days");
  const [pointed, setPointed] = useState<number | null>(null);
  const nowMs = Date.now();
  const { data, isError, refetch, isPlaceholderData } = useUsage(usageQuery(query, nowMs));
  const days = data && rowsOf(data, "days");
  const rows = data && rowsOf(data, group);
  const chosen = pointed === null ? undefined : days?.[pointed];
  const { from, to } = daysOf(query, nowMs);

  return (
    <FilteredPage
      title="Usage"
      filters={filters}
      columns="grid-cols-2 sm:grid-cols-3 lg:grid-cols-6"
      fields={<UsageFilterFields query={query} usage={data} nowMs={nowMs} onFilter={filters.set} />}
    >
      {days && rows ? (
        <div aria-busy={isPlaceholderData} className="aria-busy:opacity-60">
          <Card title="Jobs" note={chosen ? daySentence(chosen) : totals(days)} aside={<UsageLegend />}>
            <UsageChart days={days} onPoint={setPointed} />
            <div className="mt-5 flex flex-wrap items-end justify-between gap-3 border-line border-t pt-4">
              <Choice label="Rows of the table" bare value={group} options={GROUPS} onChange={setGroup} />
              <ButtonAnchor
                size="small"
                icon="download"
                href={`data:text/csv;charset=utf-8,${encodeURIComponent(csvOf(group, rows))}`}
                download={`usage-${group}-${from}-${to}.csv`}
              >
                Download CSV
              </ButtonAnchor>
            </div>
            <UsageTable group={group} rows={rows} />
            <p className="mt-3 text-muted text-sm">
              Days are in UTC. p50, p90 and p99: 50, 90 and 99 % of the completed jobs took at most this long,
              from creation to completion.
            </p>
          </Card>
        </div>
      ) : (
        <Card title="Jobs">
          {isError ? (
            <ErrorState message="Your usage history could not be loaded." onRetry={() => void refetch()} />
          ) : (
            <Skeleton lines={12} />
          )}
        </Card>
      )}
    </FilteredPage>
  );
}
