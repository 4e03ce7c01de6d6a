import { WIDGET_ATTRIBUTES } from "#contract/widget/embed.ts";
import { Table } from "../../ui/table.tsx";

export function AttributeTable() {
  return (
    <Table
      label="Attributes of the element"
      columns={["Attribute", "Values", "Default", "Meaning"]}
      rows={WIDGET_ATTRIBUTES.map(({ name, values, default: fallback, description }) => ({
        key: name,
        cells: [
          <code key="name" className="whitespace-nowrap font-mono text-[0.9em]">
            {name}
          </code>,
          values,
          fallback || "–",
          description,
        ],
      }))}
    />
  );
}
