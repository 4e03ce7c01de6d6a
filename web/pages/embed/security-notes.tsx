import type { ReactNode } from "react";
import { Table } from "../../ui/table.tsx";

function Code({ children }: { children: ReactNode }) {
  return <code className="font-mono text-[0.9em]">{children}</code>;
}

const PATTERNS = [
  ["example.com", "This host alone"],
  ["*.example.com", "Every subdomain, not example.com itself"],
  ["localhost:*", "This host on any port, for local work"],
] as const;

export function SecurityNotes() {
  return (
    <div className="grid gap-x-10 gap-y-6 md:grid-cols-2">
      <div className="space-y-3 text-muted">
        <p>
          Public keys start with <Code>pk_live_</Code> and may stand in your pages: they can create jobs from
          your authorized domains and nothing else.
        </p>
        <p>
          The <Code>Origin</Code> header of each request is checked against the authorized domains;
          unauthorized requests are rejected. A new key also converts pages of its own domains alone, so that
          nobody spends your credits on other sites.
        </p>
        <p>
          Every widget request uses your account's credits as an API request does. Beyond the limit the button
          shows an error notification until the plan is upgraded or the monthly limit resets.
        </p>
      </div>
      <Table
        label="Patterns of authorized domains"
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
