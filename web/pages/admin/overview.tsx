import type { AdminOverview } from "#contract/admin.ts";
import { HEALTH_PARTS, type HealthPart } from "#contract/health-parts.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Table } from "../../ui/table.tsx";
import { moment } from "../../words/dates.ts";
import { ActionTable } from "./action-table.tsx";

const TONES = { ok: "good", degraded: "warn", down: "bad" } as const;
const PARTS: Record<HealthPart, string> = {
  database: "Database",
  results: "Results",
  renderer: "Renderer",
  filterLists: "Filter lists",
};

function Health({ health }: { health: AdminOverview["health"] }) {
  return (
    <Card title="Health" aside={<Badge tone={TONES[health.status]}>{health.status}</Badge>}>
      <Facts
        facts={HEALTH_PARTS.map((part) => ({
          name: PARTS[part],
          value: <Badge tone={TONES[health.parts[part]]}>{health.parts[part]}</Badge>,
        }))}
      />
      {health.reason && (
        <p className="mt-3 text-muted text-sm [overflow-wrap:anywhere]">Renderer: {health.reason}</p>
      )}
    </Card>
  );
}

function Queue({ queue, oldestMinutes }: { queue: AdminOverview["queue"]; oldestMinutes: number }) {
  if (!queue)
    return (
      <Card title="Queue">
        <Notice kind="error">The Scheduler does not respond. Jobs wait until it does.</Notice>
      </Card>
    );
  const browser = ({ running, paused }: (typeof queue.browsers)[number]) =>
    paused ? <Badge tone="bad">cannot start</Badge> : `${running} ${running === 1 ? "job" : "jobs"}`;
  return (
    <Card title="Queue">
      <Facts
        facts={[
          { name: "Waiting jobs", value: queue.waiting },
          { name: "Oldest waiting job", value: queue.waiting === 0 ? "–" : `${oldestMinutes} min` },
          { name: "Jobs being rendered", value: `${queue.running} of ${queue.slots}` },
          ...queue.browsers.map((one) => ({ name: one.name, value: browser(one) })),
        ]}
      />
    </Card>
  );
}

function Alerts({ alerts }: { alerts: AdminOverview["alerts"] }) {
  return (
    <Card title="Alerts" note="The newest value of each, from the sweep.">
      {alerts.length === 0 ? (
        <p className="text-muted">Alerts are off: this service has no address and no webhook for them.</p>
      ) : (
        <Table
          label="Alerts"
          columns={["Alert", "State", "Value", "Time"]}
          rows={alerts.map(({ kind, title, measure, value, active, read_at }) => ({
            key: kind,
            cells: [
              title,
              <Badge key="state" tone={active ? "bad" : "good"}>
                {active ? "active" : "ok"}
              </Badge>,
              `${value} ${measure}`,
              moment(read_at),
            ],
          }))}
        />
      )}
    </Card>
  );
}

/** How the service runs now, and what the operator has done. */
export function Overview({ overview }: { overview: AdminOverview }) {
  return (
    <div className="space-y-6">
      <div className="grid gap-6 md:grid-cols-2">
        <Health health={overview.health} />
        <Queue queue={overview.queue} oldestMinutes={overview.oldest_job_minutes} />
      </div>
      <Alerts alerts={overview.alerts} />
      <Card title="Actions" note="The newest refunds and bans of all accounts.">
        <ActionTable actions={overview.actions} hasAccounts />
      </Card>
    </div>
  );
}
