import { ERRORS, type ErrorCode } from "#contract/errors.ts";
import { Table } from "../../ui/table.tsx";
import { DocsLink } from "./docs-link.tsx";

/** Errors with their status and what to do. Each code leads to the list of all errors. */
export function ErrorTable({ label, codes }: { label: string; codes: readonly ErrorCode[] }) {
  return (
    <Table
      label={label}
      columns={["Code", "Status", "Meaning", "What to do"]}
      widths={["w-[27%]", "w-[9%]", "w-[30%]", ""]}
      rows={codes.map((code) => ({
        key: code,
        cells: [
          <DocsLink
            key="code"
            href={`/docs#error-${code}`}
            className="font-mono text-[0.9em] text-accent underline"
          >
            {code}
          </DocsLink>,
          ERRORS[code].status,
          ERRORS[code].message,
          ERRORS[code].advice,
        ],
      }))}
    />
  );
}
