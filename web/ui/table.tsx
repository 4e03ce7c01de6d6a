import type { ReactNode } from "react";
import { classes } from "./classes.ts";

interface TableProps {
  label: string;
  columns: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  /** Class of each column's width. Without it, the content decides. */
  widths?: readonly string[];
}

/** A table. On a narrow screen each row becomes a block, and each cell shows the name of its column. */
export function Table({ label, columns, rows, widths }: TableProps) {
  return (
    <table
      aria-label={label}
      className={classes("w-full text-left text-sm max-sm:block", widths && "table-fixed")}
    >
      <thead className="max-sm:sr-only">
        <tr className="border-line border-b text-muted">
          {columns.map((column, index) =>
            column === "" ? (
              <td key={column} />
            ) : (
              <th
                key={column}
                scope="col"
                className={classes("py-2 pr-4 font-medium align-bottom", widths?.[index])}
              >
                {column}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map(({ key, cells }) => (
          <tr key={key} className="border-line border-b last:border-0 max-sm:block max-sm:py-3">
            {cells.map((cell, index) => (
              <td
                key={columns[index]}
                className={classes(
                  "py-2 pr-4 align-top max-sm:flex max-sm:gap-3 max-sm:py-0.5 max-sm:pr-0",
                  cell === "" && "max-sm:hidden",
                )}
              >
                <span aria-hidden="true" className="w-28 shrink-0 text-muted sm:hidden">
                  {columns[index]}
                </span>
                <span
                  className={classes(
                    "min-w-0 [overflow-wrap:anywhere]",
                    // Else a column of short code breaks inside its words.
                    index === 0 && !widths && "sm:inline-block sm:min-w-20",
                  )}
                >
                  {cell}
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
