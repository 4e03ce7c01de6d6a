import { COLUMNS, cellText, GROUPS, type Group, type UsageRow } from "./usage-rows.ts";

const HEADS = { days: "Day", keys: "Key", domains: "Domain" } as const satisfies Record<Group, string>;

interface UsageTableProps {
  group: Group;
  rows: readonly UsageRow[];
}

/** The rows that have jobs. Days are shown newest first. Scrolls sideways where it does not fit. */
export function UsageTable({ group, rows }: UsageTableProps) {
  const busy = rows.filter(({ jobs }) => jobs > 0);
  if (busy.length === 0) return <p className="py-2 text-muted text-sm">No jobs in these days.</p>;
  const label = GROUPS.find(({ value }) => value === group)?.label;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll a region only while it has the focus
    <section aria-label={`Usage by ${HEADS[group].toLowerCase()}`} tabIndex={0} className="overflow-x-auto">
      <table aria-label={label} className="mt-2 w-full whitespace-nowrap text-left text-sm tabular-nums">
        <thead className="text-muted">
          <tr>
            <th scope="col" className="sticky left-0 bg-sheet py-1 pr-4 font-medium">
              {HEADS[group]}
            </th>
            {COLUMNS.map((column) => (
              <th key={column.field} scope="col" className="py-1 pl-4 text-right font-medium">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(group === "days" ? busy.toReversed() : busy).map((row) => (
            <tr key={row.id} className="border-line border-t">
              <th
                scope="row"
                className="sticky left-0 max-w-36 truncate bg-sheet py-1 pr-4 font-normal sm:max-w-64"
                title={row.name}
              >
                {row.name}
              </th>
              {COLUMNS.map((column) => (
                <td key={column.field} className="py-1 pl-4 text-right">
                  {cellText(row, column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
