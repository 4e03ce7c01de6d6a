import { WIDGET_PARTS, WIDGET_TAG, WIDGET_VARIABLES } from "#contract/widget/embed.ts";
import { Table } from "../../ui/table.tsx";

function Code({ children }: { children: string }) {
  return <code className="whitespace-nowrap font-mono text-[0.9em]">{children}</code>;
}

interface NamesProps {
  label: string;
  column: string;
  names: readonly { name: string; description: string }[];
}

function Names({ label, column, names }: NamesProps) {
  return (
    <Table
      label={label}
      columns={[column, "Meaning"]}
      rows={names.map(({ name, description }) => ({
        key: name,
        cells: [<Code key="name">{name}</Code>, description],
      }))}
    />
  );
}

export function Looks() {
  return (
    <>
      <p className="max-w-3xl text-muted">
        In your stylesheet, set CSS variables on <Code>{WIDGET_TAG}</Code>, or style one of its parts with{" "}
        <Code>{`${WIDGET_TAG}::part(icon)`}</Code>.
      </p>
      <div className="mt-5 grid items-start gap-x-10 gap-y-6 md:grid-cols-2">
        <Names label="CSS variables" column="Variable" names={WIDGET_VARIABLES} />
        <Names label="Parts" column="Part" names={WIDGET_PARTS} />
      </div>
    </>
  );
}
