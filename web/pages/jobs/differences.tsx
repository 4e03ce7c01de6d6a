import { FIELDS } from "#contract/job/fields.ts";
import { Table } from "../../ui/table.tsx";
import { entriesOf, type JobOptions, wordsOf } from "./option-values.ts";

/** Options that only PDFs or only screenshots have. */
const OF_ONE_OUTPUT = /^(pdf|screenshot)Options\./;

/** The options in which two jobs differ. Of different outputs, only the options that every output has. */
export function Differences({ a, b }: { a: JobOptions; b: JobOptions }) {
  const [first, second] = [a, b].map(
    (options) => new Map(entriesOf(options).map((one) => [one.field.path, one])),
  );
  const isSameOutput = a.outputType === b.outputType;
  const fields = FIELDS.filter(({ path }) => isSameOutput || !OF_ONE_OUTPUT.test(path));
  const rows = fields.flatMap((field) => {
    const cells = [first, second].map((entries) => wordsOf(entries?.get(field.path), field));
    return cells[0] === cells[1] ? [] : [{ key: field.path, cells: [field.path, ...cells] }];
  });
  if (rows.length === 0) return <p className="text-muted">Both jobs have the same options.</p>;
  return <Table label="Options that differ" columns={["Option", "First job", "Second job"]} rows={rows} />;
}
