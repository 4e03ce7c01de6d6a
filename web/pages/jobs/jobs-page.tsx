import { useMemo, useRef } from "react";
import { useSearchParams } from "wouter";
import { useDeleteJobs, useHiddenJobs } from "../../job-list/deletion.ts";
import { useJobPages } from "../../queries/jobs.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { ago } from "../../words/dates.ts";
import { FilterBar } from "./filter-bar.tsx";
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
      Convert a page on the dashboard, or send your first request with your API key.
    </EmptyState>
  );
}

/** All jobs of the account, with filters that are kept in the address of the page. */
export function JobsPage() {
  const [query, setQuery] = useSearchParams();
  const filters = filtersOf(query);
  const {
    data,
    isError,
    refetch,
    dataUpdatedAt,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
    isPlaceholderData,
  } = useJobPages(filters);
  const hidden = useHiddenJobs();
  const deleteJobs = useDeleteJobs();
  const list = useRef<HTMLUListElement>(null);

  const jobs = useMemo(
    () => data?.pages.flatMap((page) => page.jobs).filter(({ jobId }) => !hidden.has(jobId)) ?? [],
    [data, hidden],
  );
  const selectable = useMemo(() => jobs.filter(isSelectable).map(({ jobId }) => jobId), [jobs]);
  const { selected, isSelected, toggle, select } = useSelection(selectable);

  function setFilter(name: string, value: string) {
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  }
  function clear() {
    setQuery((before) => {
      const next = new URLSearchParams(before);
      for (const name of FILTER_NAMES) next.delete(name);
      return next;
    });
  }
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
    <div className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Jobs</h1>
        <ButtonLink size="small" look="quiet" icon="arrowLeft" href="/dashboard">
          Dashboard
        </ButtonLink>
      </div>
      <FilterBar query={query} onFilter={setFilter} onClear={clear} />
      <section aria-label="List of jobs" className="rounded-lg border border-line bg-sheet px-4 pb-4 sm:px-5">
        <SelectionBar
          shown={jobs.length}
          hasMore={hasNextPage}
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
          {jobs.map((job) => (
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
            <NoJobs isFiltered={Object.keys(filters).length > 0} />
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
    </div>
  );
}
