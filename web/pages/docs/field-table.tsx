import type { ReactNode } from "react";
import type { FieldRow } from "../../docs-content/content.ts";
import { Table } from "../../ui/table.tsx";
import { WithCode } from "../../ui/with-code.tsx";

interface FieldTableProps {
  /** Prefix of the anchors of the fields. */
  id: string;
  label: string;
  rows: readonly (FieldRow & { place?: string })[];
}

/** A path that a narrow column breaks after its dots. */
function withBreaks(path: string): ReactNode[] {
  const [first = "", ...rest] = path.split(".");
  return [first, ...rest.flatMap((name) => [".", <wbr key={name} />, name])];
}

/** Fields with their type, default, bounds and meaning. */
export function FieldTable({ id, label, rows }: FieldTableProps) {
  return (
    <Table
      label={label}
      columns={["Field", "Type and values", "Default", "Meaning"]}
      widths={["w-[27%]", "w-[25%]", "w-[14%]", ""]}
      rows={rows.map(({ path, type, bounds, fallback, required, meaning, place }) => ({
        key: `${place ?? ""} ${path}`,
        cells: [
          <code key="path" id={`${id}.${path}`} className="scroll-mt-4 font-mono text-[0.9em] outline-none">
            {withBreaks(path)}
          </code>,
          <span key="type">
            {place && <span className="block text-muted">in {place}</span>}
            {type}
            {bounds && <span className="block text-muted">{bounds}</span>}
          </span>,
          required ? "required" : fallback,
          <WithCode key="meaning" text={meaning} />,
        ],
      }))}
    />
  );
}
