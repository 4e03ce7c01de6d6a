import type { Usage } from "#contract/job/usage.ts";
import { withChosen } from "../../job-list/filtered-page.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { readableHost } from "../../words/readable-address.ts";
import { boundsOf, CHOICES, daysOf, type FilterName } from "./usage-filters.ts";

interface UsageFilterFieldsProps {
  query: URLSearchParams;
  usage: Usage | undefined;
  nowMs: number;
  onFilter: (name: FilterName, value: string) => void;
}

export function UsageFilterFields({ query, usage, nowMs, onFilter }: UsageFilterFieldsProps) {
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
      values: (usage?.domains ?? []).map(({ host }) => ({ value: host, label: readableHost(host) })),
    },
    ...CHOICES,
  ] as const;
  return (
    <>
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
    </>
  );
}
