import { fallbackOf } from "#contract/job/option-words.ts";
import { Table } from "../../ui/table.tsx";
import { entriesOf, isChanged, type JobOptions, type OptionEntry, textOf } from "./option-values.ts";

function OptionRows({ label, entries }: { label: string; entries: readonly OptionEntry[] }) {
  return (
    <Table
      label={label}
      columns={["Option", "Value", "Default"]}
      rows={entries.map(({ field, value }) => ({
        key: field.path,
        cells: [
          <code key="path" className="font-mono text-[0.9em]">
            {field.path}
          </code>,
          <span key="value" className="line-clamp-6 whitespace-pre-wrap">
            {textOf(value) || "–"}
          </span>,
          fallbackOf(field),
        ],
      }))}
    />
  );
}

/** The options that differ from the defaults, then all of them. */
export function OptionTable({ options }: { options: JobOptions }) {
  const entries = entriesOf(options);
  const changed = entries.filter((entry) => isChanged(entry, options));
  return (
    <>
      {changed.length > 0 ? (
        <OptionRows label="Options that differ from their default" entries={changed} />
      ) : (
        <p className="text-muted">Every option has its default.</p>
      )}
      <details className="mt-3">
        <summary className="w-fit rounded-sm font-medium text-sm">All {entries.length} options</summary>
        <div className="mt-2">
          <OptionRows label="All options" entries={entries} />
        </div>
      </details>
    </>
  );
}
