import type { ReactNode } from "react";

interface TableProps {
  label: string;
  columns: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

/** A table. On a narrow screen each row becomes a block, and each cell shows the name of its column. */
export function Table({ label, columns, rows }: TableProps) {
  return (
    <table aria-label={label} className="w-full text-left text-sm max-sm:block">
      <thead className="max-sm:sr-only">
        <tr className="border-line border-b text-muted">
          {columns.map((column) => (
            <th key={column} scope="col" className="py-2 pr-4 font-medium align-bottom">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map(({ key, cells }) => (
          <tr key={key} className="border-line border-b last:border-0 max-sm:block max-sm:py-3">
            {cells.map((cell, index) => (
              <td
                key={columns[index]}
                className="py-2 pr-4 align-top max-sm:flex max-sm:gap-3 max-sm:py-0.5 max-sm:pr-0"
              >
                <span aria-hidden="true" className="w-28 shrink-0 text-muted sm:hidden">
                  {columns[index]}
                </span>
                <span className="min-w-0 [overflow-wrap:anywhere]">{cell}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
