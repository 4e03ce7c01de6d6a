import { attributeValues, BUTTON_ATTRIBUTES } from "#contract/widget/attributes.ts";
import { Table } from "../../ui/table.tsx";

export function AttributeTable() {
  return (
    <Table
      label="Attributes"
      columns={["Attribute", "Values", "Default", "Meaning"]}
      rows={BUTTON_ATTRIBUTES.map((attribute) => ({
        key: attribute.name,
        cells: [
          <code key="name" className="whitespace-nowrap font-mono text-[0.9em]">
            {attribute.name}
          </code>,
          attributeValues(attribute),
          attribute.fallback ?? String(attribute.default),
          attribute.meaning,
        ],
      }))}
    />
  );
}
