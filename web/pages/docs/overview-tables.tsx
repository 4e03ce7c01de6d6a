/** Sections on limits and conventions, generated from the contract. */
import type { ReactNode } from "react";
import { LIMITS } from "#contract/limits.ts";
import { PLANS, TIERS } from "#contract/plans.ts";
import { Table } from "../../ui/table.tsx";

export function Code({ children }: { children: ReactNode }) {
  return <code className="rounded-sm bg-wash px-1 py-px font-mono text-[0.9em]">{children}</code>;
}

function retention(hours: number): string {
  return hours < 48 ? `${hours} hours` : `${hours / 24} days`;
}

export function LimitsTable() {
  const rows: [string, (tier: (typeof TIERS)[number]) => ReactNode][] = [
    ["Credits per month", (tier) => PLANS[tier].creditsPerMonth.toLocaleString("en-US")],
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
        <dt className="font-medium">Idempotent requests</dt>
        <dd className="mt-1 text-muted">
          To retry safely, send an <Code>Idempotency-Key</Code> (up to {LIMITS.idempotencyKeyChars}{" "}
          characters). For {LIMITS.idempotencyHours} hours, the same key with the same body returns the same
          job. The same key with a different body returns <Code>idempotency_conflict</Code>.
        </dd>
      </div>
      <div>
        <dt className="font-medium">Waiting for a job</dt>
        <dd className="mt-1 text-muted">
          With <Code>Prefer: wait=30</Code> (up to {LIMITS.waitSeconds} seconds), the response is the finished
          job, or 202 if the job takes longer. You do not need to host callbacks: wait, or poll{" "}
          <Code>GET /jobs/{"{jobId}"}</Code>.
        </dd>
      </div>
      <div>
        <dt className="font-medium">Rate limit and credit headers</dt>
        <dd className="mt-1 text-muted">
          Every response to a call with a valid API key has the headers <Code>RateLimit</Code>,{" "}
          <Code>RateLimit-Policy</Code>, <Code>X-Credits-Used</Code>, <Code>X-Credits-Remaining</Code> and{" "}
          <Code>X-Credits-Limit</Code>. A 429 response also has <Code>Retry-After</Code>.
        </dd>
      </div>
      <div>
        <dt className="font-medium">Failed jobs are free</dt>
        <dd className="mt-1 text-muted">
          The credit of a job that fails or is canceled is refunded, and <Code>error</Code> contains the stage
          and the reason. A page that returns an error status never becomes a result.
        </dd>
      </div>
      <div>
        <dt className="font-medium">File responses</dt>
        <dd className="mt-1 text-muted">
          With <Code>responseType: "buffer"</Code>, the result is part of the JSON response, as Base64, up to{" "}
          {LIMITS.bufferBytes / 1e6} MB. With <Code>Prefer: wait</Code> and{" "}
          <Code>Accept: application/pdf</Code> or <Code>image/*</Code>, the response is the file itself.
        </dd>
      </div>
      <div>
        <dt className="font-medium">OpenAPI and request IDs</dt>
        <dd className="mt-1 text-muted">
          The{" "}
          <a className="text-accent underline" href="/api/v1/openapi.json">
            OpenAPI document
          </a>{" "}
          describes the whole API. Each response has an <Code>X-Request-Id</Code>. Include it when you contact
          us.
        </dd>
      </div>
    </dl>
  );
}
