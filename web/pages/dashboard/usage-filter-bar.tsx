import type { Usage } from "#contract/job/usage.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { boundsOf, CHOICES, daysOf, FILTER_NAMES, type FilterName } from "./usage-filters.ts";

interface Option {
  value: string;
  label: string;
}

/** All values, and the chosen one even if it is not among them. */
function withChosen(options: readonly Option[], chosen: string): Option[] {
  const isKnown = chosen === "" || options.some(({ value }) => value === chosen);
  return [{ value: "", label: "All" }, ...options, ...(isKnown ? [] : [{ value: chosen, label: chosen }])];
}

interface UsageFilterBarProps {
  query: URLSearchParams;
  usage: Usage | undefined;
  nowMs: number;
  onFilter: (name: FilterName, value: string) => void;
  onClear: () => void;
}

export function UsageFilterBar({ query, usage, nowMs, onFilter, onClear }: UsageFilterBarProps) {
  const days = daysOf(query, nowMs);
  const lists = [
    {
      name: "key",
      label: "Key",
      values: (usage?.keys ?? []).map(({ key_id, name }) => ({ value: key_id, label: name })),
    },
    {
      name: "domain",
      label: "Domain",
      values: (usage?.domains ?? []).map(({ host }) => ({ value: host, label: host })),
    },
    ...CHOICES,
  ] as const;
  return (
    <search className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3 lg:grid-cols-6">
      {(["from", "to"] as const).map((name) => (
        <TextField
          key={name}
          label={name === "from" ? "From (UTC)" : "To (UTC)"}
          type="date"
          {...boundsOf(nowMs)}
          value={days[name]}
          onChange={(event) => onFilter(name, event.target.value)}
        />
      ))}
      {lists.map(({ name, label, values }) => (
        <SelectField
          key={name}
          label={label}
          value={query.get(name) ?? ""}
          options={withChosen(values, query.get(name) ?? "")}
          onChange={(value) => onFilter(name, value)}
        />
      ))}
      {FILTER_NAMES.some((name) => query.get(name)) && (
        <div className="col-span-2 sm:col-span-3 lg:col-span-6">
          <Button size="small" icon="close" onClick={onClear}>
            Clear filters
          </Button>
        </div>
      )}
    </search>
  );
}
