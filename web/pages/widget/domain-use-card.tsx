import { useQuery } from "@tanstack/react-query";
import type { PublicKey } from "#contract/account/public-keys.ts";
import { LIMITS } from "#contract/limits.ts";
import { sentenceOf } from "../../client/failure.ts";
import { domainUseQuery } from "../../queries/public-keys.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { Table } from "../../ui/table.tsx";
import { readableHost } from "../../words/readable-address.ts";

/** Conversions of the selected key by the domain of the button's page. */
export function DomainUseCard({ publicKey: { id, name } }: { publicKey: PublicKey }) {
  const { data: domains, error, refetch } = useQuery(domainUseQuery(id));
  return (
    <Card
      title="Conversions by Domain"
      note={`Conversions of “${name}” in the last ${LIMITS.domainUseDays} days, by the domain of the button's page.`}
    >
      {domains && domains.length > 0 && (
        <Table
          label="Conversions by domain"
          columns={["Domain", "Conversions", "Finished", "Failed"]}
          rows={domains.map(({ host, jobs, finished, failed }) => ({
            key: host,
            cells: [
              <span key={host} className="font-mono">
                {readableHost(host)}
              </span>,
              jobs,
              finished,
              failed,
            ],
          }))}
        />
      )}
      {domains?.length === 0 && (
        <EmptyState icon="page" title="No conversions yet">
          Each click on a button with this key is counted here.
        </EmptyState>
      )}
      {!domains && error && (
        <ErrorState
          message={sentenceOf(error, "Failed to load the conversions")}
          onRetry={() => void refetch()}
        />
      )}
      {!domains && !error && <Skeleton lines={3} />}
    </Card>
  );
}
