/** Limits, conventions and errors, made from the contract. */
import type { ReactNode } from "react";
import { JOB_ERRORS, REQUEST_ERRORS } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import { PLANS, TIERS } from "#contract/plans.ts";
import { Table } from "../../ui/table.tsx";

function Code({ children }: { children: ReactNode }) {
  return <code className="rounded-sm bg-wash px-1 py-px font-mono text-[0.9em]">{children}</code>;
}

function retention(hours: number): string {
  return hours < 48 ? `${hours} hours` : `${hours / 24} days`;
}

export function LimitsTable() {
  const rows: [string, (tier: (typeof TIERS)[number]) => ReactNode][] = [
    ["Credits per month", (tier) => PLANS[tier].creditsPerMonth],
    ["Requests per minute", (tier) => PLANS[tier].requestsPerMinute],
    ["Requests per day", (tier) => PLANS[tier].requestsPerDay ?? "no limit"],
    ["Concurrent jobs", (tier) => PLANS[tier].concurrentJobs],
    ["Pages per PDF", (tier) => PLANS[tier].pagesPerPdf],
    ["Results are kept for", (tier) => retention(PLANS[tier].retentionHours)],
  ];
  return (
    <Table
      label="Limits of each plan"
      columns={["Limit", ...TIERS.map((tier) => PLANS[tier].name)]}
      rows={rows.map(([name, cell]) => ({ key: name, cells: [name, ...TIERS.map(cell)] }))}
    />
  );
}

export function Conventions() {
  return (
    <dl className="grid gap-x-8 gap-y-4 md:grid-cols-2">
      <div>
        <dt className="font-medium">Retry without paying twice</dt>
        <dd className="mt-1 text-muted">
          Send an <Code>Idempotency-Key</Code> (up to {LIMITS.idempotencyKeyChars} characters). For{" "}
          {LIMITS.idempotencyHours} hours the same key and body answer with the same job; another body answers{" "}
          {REQUEST_ERRORS.idempotency_conflict.status} <Code>idempotency_conflict</Code>.
        </dd>
      </div>
      <div>
        <dt className="font-medium">Wait instead of asking again</dt>
        <dd className="mt-1 text-muted">
          <Code>Prefer: wait=30</Code> (up to {LIMITS.waitSeconds} seconds) answers with the finished job when
          it ends in time, else with 202. There are no callbacks to host: wait, or ask{" "}
          <Code>GET /jobs/{"{jobId}"}</Code>.
        </dd>
      </div>
      <div>
        <dt className="font-medium">Know what is left</dt>
        <dd className="mt-1 text-muted">
          Every answer to a key carries <Code>RateLimit</Code>, <Code>RateLimit-Policy</Code>,{" "}
          <Code>X-Credits-Used</Code>, <Code>X-Credits-Remaining</Code> and <Code>X-Credits-Limit</Code>; 429
          carries <Code>Retry-After</Code>.
        </dd>
      </div>
      <div>
        <dt className="font-medium">Failed jobs cost nothing</dt>
        <dd className="mt-1 text-muted">
          A job that fails or is canceled gives its credit back, and <Code>error</Code> says at which stage
          and why. A page that answers with an error is never sold as a document.
        </dd>
      </div>
      <div>
        <dt className="font-medium">Bytes instead of a link</dt>
        <dd className="mt-1 text-muted">
          <Code>responseType: "buffer"</Code> puts the result into the answer as base64, up to{" "}
          {LIMITS.bufferBytes / 1e6} MB. With <Code>Prefer: wait</Code> and{" "}
          <Code>Accept: application/pdf</Code> or <Code>image/*</Code> the answer is the file itself.
        </dd>
      </div>
      <div>
        <dt className="font-medium">Machine-readable</dt>
        <dd className="mt-1 text-muted">
          The whole API as{" "}
          <a className="text-accent underline" href="/api/v1/openapi.json">
            OpenAPI document
          </a>
          , made from the schemas that check each request. Each answer has an <Code>X-Request-Id</Code>; quote
          it when you write to us.
        </dd>
      </div>
    </dl>
  );
}

function errorRows(errors: typeof REQUEST_ERRORS | typeof JOB_ERRORS) {
  return Object.entries(errors).map(([code, { status, message, retryable, advice }]) => ({
    key: code,
    cells: [
      <span key="code" className="whitespace-nowrap">
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
  return (
    <div className="space-y-6">
      <div>
        <h3 className="mb-1 text-[1.067rem]">Refused requests</h3>
        <Table label="Errors of requests" columns={COLUMNS} rows={errorRows(REQUEST_ERRORS)} />
      </div>
      <div>
        <h3 className="mb-1 text-[1.067rem]">Failed jobs</h3>
        <Table label="Errors of jobs" columns={COLUMNS} rows={errorRows(JOB_ERRORS)} />
      </div>
    </div>
  );
}
