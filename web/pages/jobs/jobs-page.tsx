import { useDeferredValue, useMemo, useRef } from "react";
import { LIMITS } from "#contract/limits.ts";
import { useDeleteJobs, useHiddenJobs } from "../../job-list/deletion.ts";
import { FilteredPage, useFilters } from "../../job-list/filtered-page.tsx";
import { type JobQuery, useJobPages, useJobTotal } from "../../queries/jobs.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { ago } from "../../words/dates.ts";
import { FilterFields } from "./filter-fields.tsx";
import { FILTER_NAMES, filtersOf } from "./filters.ts";
import { isSelectable, SelectableRow } from "./selectable-row.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { useSelection } from "./use-selection.ts";

function NoJobs({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState icon="page" title="No jobs match">
      Change or clear the filters to see other jobs.
    </EmptyState>
  ) : (
    <EmptyState icon="page" title="No jobs yet">
      <p>Convert a page on the dashboard, or send your first request with your API key.</p>
      <div className="mt-4">
        <ButtonLink href="/dashboard" size="small">
          Convert a page
        </ButtonLink>
      </div>
    </EmptyState>
  );
}

function numberOf(total: number): string {
  const text = total.toLocaleString("en-US");
  return total < LIMITS.countedJobs ? text : `${text}+`;
}

/** How many jobs there are, and how many of them match. Without a second page, the list itself says how many match. */
function useFound(shown: number, hasMore: boolean, wanted: JobQuery): string {
  const isFiltered = Object.keys(wanted).length > 0;
  const counted = useJobTotal(wanted, hasMore);
  const all = useJobTotal({}, isFiltered);
  const matching = hasMore ? counted : shown;
  if (matching === undefined) return `${shown.toLocaleString("en-US")} jobs, more to load`;
  if (isFiltered && all !== undefined) return `${numberOf(matching)} of ${numberOf(all)} jobs match`;
  return `${numberOf(matching)} ${matching === 1 ? "job" : "jobs"}`;
}

/** All jobs of the account, with filters that are kept in the address of the page. */
export function JobsPage() {
  const filters = useFilters(FILTER_NAMES);
  const wanted = filtersOf(filters.query);
  const {
    data,
    isError,
    refetch,
    dataUpdatedAt,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
    isPlaceholderData,
  } = useJobPages(wanted);
  const hidden = useHiddenJobs();
  const deleteJobs = useDeleteJobs();
  const list = useRef<HTMLUListElement>(null);

  const jobs = useMemo(
    () => data?.pages.flatMap((page) => page.jobs).filter(({ jobId }) => !hidden.has(jobId)) ?? [],
    [data, hidden],
  );
  /** Many rows take long to render. A click or a key is painted before them. */
  const rows = useDeferredValue(jobs);
  const found = useFound(jobs.length, hasNextPage, wanted);
  const selectable = useMemo(() => jobs.filter(isSelectable).map(({ jobId }) => jobId), [jobs]);
  const { selected, isSelected, toggle, select } = useSelection(selectable);

  function deleteSelected() {
    list.current?.focus({ preventScroll: true });
    deleteJobs(selected);
    select(new Set());
  }
  /** The button disappears with the last page, so the list gets its focus. */
  async function loadMore() {
    const { hasNextPage: isMore } = await fetchNextPage();
    if (!isMore) list.current?.focus({ preventScroll: true });
  }

  return (
    <FilteredPage
      title="Jobs"
      filters={filters}
      columns="grid-cols-2 sm:grid-cols-4 lg:grid-cols-[2fr_repeat(4,1fr)_auto_auto]"
      fields={<FilterFields query={filters.query} onFilter={filters.set} />}
    >
      <section aria-label="List of jobs" className="rounded-lg border border-line bg-sheet px-4 pb-4 sm:px-5">
        <SelectionBar
          found={data ? found : ""}
          selectable={selectable}
          selected={selected}
          onSelect={select}
          onDelete={deleteSelected}
        />
        <ul
          ref={list}
          tabIndex={-1}
          aria-label="Jobs"
          aria-busy={isPlaceholderData}
          className="divide-y divide-line aria-busy:opacity-60"
        >
          {rows.map((job) => (
            <SelectableRow
              key={job.jobId}
              job={job}
              age={ago(job.createdAt, dataUpdatedAt)}
              isSelected={isSelected(job.jobId)}
              onToggle={toggle}
            />
          ))}
        </ul>
        {data && jobs.length === 0 && (
          <div className="pt-4">
            <NoJobs isFiltered={Object.keys(wanted).length > 0} />
          </div>
        )}
        {isError && (
          <div className="pt-4">
            <ErrorState message="Your jobs could not be loaded." onRetry={() => void refetch()} />
          </div>
        )}
        {!data && !isError && <Skeleton lines={12} className="pt-4" />}
        {hasNextPage && (
          <div className="grid place-items-center pt-4">
            <Button busy={isFetchingNextPage} onClick={() => void loadMore()}>
              Load more
            </Button>
          </div>
        )}
      </section>
    </FilteredPage>
  );
}
