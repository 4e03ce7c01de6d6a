import type { ReactNode } from "react";
import { Table } from "../../ui/table.tsx";

function Code({ children }: { children: ReactNode }) {
  return <code className="font-mono text-[0.9em]">{children}</code>;
}

const PATTERNS = [
  ["example.com", "This host only"],
  ["*.example.com", "All subdomains, but not example.com itself"],
  ["localhost:*", "This host on any port, for local development"],
] as const;

export function SecurityNotes() {
  return (
    <div className="grid items-start gap-x-10 gap-y-6 md:grid-cols-2">
      <div className="space-y-3 text-muted">
        <p>
          Public keys start with <Code>pk_live_</Code> and are safe to publish: they can only create jobs from
          your authorized domains.
        </p>
        <p>
          The <Code>Origin</Code> header of each request is checked against the authorized domains;
          unauthorized requests are rejected. A new key also converts only pages on its own domains, so others
          cannot use your credits for other sites.
        </p>
        <p>
          Every widget request uses your account's credits, the same as an API request. If you exceed the
          credit limit, the button shows an error notification until you upgrade your plan or the monthly
          limit resets.
        </p>
      </div>
      <Table
        label="Authorized domain patterns"
        columns={["Pattern", "Allows"]}
        rows={PATTERNS.map(([pattern, meaning]) => ({
          key: pattern,
          cells: [
            <span key="pattern" className="whitespace-nowrap">
              <Code>{pattern}</Code>
            </span>,
            meaning,
          ],
        }))}
      />
    </div>
  );
}
