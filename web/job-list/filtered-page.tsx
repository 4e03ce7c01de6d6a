/** A page with filters that are kept in its address: the jobs, and the usage. */
import type { ReactNode } from "react";
import { useSearchParams } from "wouter";
import { Button, ButtonLink } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";

export interface Filters<Name extends string> {
  query: URLSearchParams;
  /** Sets a filter; an empty value removes it. */
  set: (name: Name, value: string) => void;
  clear: () => void;
  isFiltered: boolean;
}

export function useFilters<Name extends string>(names: readonly Name[]): Filters<Name> {
  const [query, setQuery] = useSearchParams();
  return {
    query,
    isFiltered: names.some((name) => query.get(name)),
    set(name, value) {
      setQuery(
        (before) => {
          const next = new URLSearchParams(before);
          if (value) next.set(name, value);
          else next.delete(name);
          return next;
        },
        { replace: true },
      );
    },
    clear() {
      setQuery((before) => {
        const next = new URLSearchParams(before);
        for (const name of names) next.delete(name);
        return next;
      });
    },
  };
}

interface Option {
  value: string;
  label: string;
}

/** All values, and the chosen one even if it is not among them. */
export function withChosen(
  options: readonly Option[],
  chosen: string,
  unknown: string = chosen,
): readonly Option[] {
  const isKnown = chosen === "" || options.some(({ value }) => value === chosen);
  return [{ value: "", label: "All" }, ...options, ...(isKnown ? [] : [{ value: chosen, label: unknown }])];
}

interface FilteredPageProps<Name extends string> {
  title: string;
  filters: Filters<Name>;
  /** Classes of the grid's columns. */
  columns: string;
  fields: ReactNode;
  children: ReactNode;
}

export function FilteredPage<Name extends string>({
  title,
  filters,
  columns,
  fields,
  children,
}: FilteredPageProps<Name>) {
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">{title}</h1>
        <ButtonLink size="small" look="quiet" icon="arrowLeft" href="/dashboard">
          Dashboard
        </ButtonLink>
      </div>
      <search className={classes("grid items-end gap-3", columns)}>
        {fields}
        {filters.isFiltered && (
          <div className="col-span-full">
            <Button size="small" icon="close" onClick={filters.clear}>
              Clear filters
            </Button>
          </div>
        )}
      </search>
      {children}
    </div>
  );
}
