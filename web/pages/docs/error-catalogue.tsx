/** Every error of the API and of jobs, generated from the contract. */
import { JOB_ERRORS, REQUEST_ERRORS } from "#contract/errors.ts";
import { Table } from "../../ui/table.tsx";
import { Code } from "./overview-tables.tsx";
import { useAnchor } from "./use-anchor.ts";

function errorRows(errors: typeof REQUEST_ERRORS | typeof JOB_ERRORS) {
  return Object.entries(errors).map(([code, { status, message, retryable, advice }]) => ({
    key: code,
    cells: [
      <span key="code" id={`error-${code}`} className="scroll-mt-4 whitespace-nowrap">
        <Code>{code}</Code>
      </span>,
      status,
      message,
      retryable ? "yes" : "no",
      advice,
    ],
  }));
}

const COLUMNS = ["Code", "Status", "Meaning", "Retry?", "What to do"];

export function ErrorCatalogue() {
  // The address may name an error that was not on the page before.
  useAnchor();
  return (
    <div className="space-y-6">
      <div>
        <h3 className="mb-1 text-[1.067rem]">Request errors</h3>
        <Table label="Request errors" columns={COLUMNS} rows={errorRows(REQUEST_ERRORS)} />
      </div>
      <div>
        <h3 className="mb-1 text-[1.067rem]">Job errors</h3>
        <Table label="Job errors" columns={COLUMNS} rows={errorRows(JOB_ERRORS)} />
      </div>
    </div>
  );
}
