/** Alerts: measures the service each minute, and sends the operator an email or a webhook when an alert begins and ends. */
import { type AlertKind, type AlertState, isAlertKind } from "#contract/alerts.ts";
import type { Health } from "#contract/health.ts";
import { log } from "#log/log.ts";
import {
  type AlertRow,
  dueState,
  noteReadings,
  type Reading,
  readAlerts,
  report,
} from "#store/alerts/alerts.ts";
import {
  readOldestJob,
  readOurFailures,
  readUnappliedEvents,
  readUnsentMails,
} from "#store/alerts/readings.ts";
import type { Db } from "#store/db.ts";
import { openDbs } from "#store/shards.ts";
import { ALERT_WEBHOOK } from "../mail/alert-webhook.ts";
import { compose, enqueue, type MailEnv } from "../mail/outbox.ts";

const MINUTE_MS = 60_000;

export type AlertEnv = MailEnv &
  Pick<Env, "ALERT_EMAIL" | "DB" | "PUBLIC_ORIGIN"> & { ALERT_WEBHOOK_URL?: string };

function destinations(env: AlertEnv): string[] {
  return [env.ALERT_EMAIL, env.ALERT_WEBHOOK_URL ? ALERT_WEBHOOK : ""].filter((to) => to !== "");
}

/** Whether anything is measured: without a destination, nothing is. */
export function hasAlerts(env: AlertEnv): boolean {
  return destinations(env).length > 0;
}

/** Stores the state of the parts that have an alert. */
export async function noteHealth(env: AlertEnv, db: Db, parts: Health["parts"], now: number): Promise<void> {
  if (!hasAlerts(env)) return;
  const value = (part: keyof typeof parts) => (parts[part] === "down" ? 1 : 0);
  const readings: Reading[] = [
    { kind: "renderer_down", value: value("renderer") },
    { kind: "results_down", value: value("results") },
  ];
  await noteReadings(db, readings, now);
}

function minutesSince(rows: readonly AlertRow[], kind: AlertKind, now: number): number {
  const last = rows.find((row) => row.kind === kind);
  return last ? Math.max(0, Math.floor((now - last.readAt) / MINUTE_MS)) : 0;
}

async function measure(env: AlertEnv, db: Db, failedTasks: number, now: number): Promise<Reading[]> {
  const before = await readAlerts(db);
  const ofEach = (read: (db: Db, now: number) => Promise<number>) =>
    Promise.all(openDbs(env).map((one) => read(one, now)));
  const [failures, oldestJob, mails, events] = await Promise.all([
    ofEach(readOurFailures),
    ofEach(readOldestJob),
    ofEach(readUnsentMails),
    readUnappliedEvents(db, now),
  ]);
  return [
    { kind: "our_failures", value: Math.max(...failures) },
    { kind: "oldest_job", value: Math.max(...oldestJob) },
    { kind: "unsent_mails", value: mails.reduce((sum, one) => sum + one, 0) },
    { kind: "stripe_events", value: events },
    { kind: "sweep_failing", value: failedTasks },
    // The gap before this run.
    { kind: "sweep_late", value: minutesSince(before, "sweep_late", now) },
  ];
}

async function send(env: AlertEnv, db: Db, alert: AlertRow, state: AlertState, now: number): Promise<void> {
  const { kind, value, changedAt } = alert;
  if (!isAlertKind(kind)) return;
  const content = {
    template: "alert",
    kind,
    state,
    value,
    since: changedAt,
    service: env.PUBLIC_ORIGIN,
  } as const;
  const messages = await Promise.all(
    destinations(env).map((to) =>
      compose(env, { to, accountId: null, content, dedupeKey: `alert ${kind} ${now} ${to}` }),
    ),
  );
  for (const id of await report(db, kind, state, messages, now)) await enqueue(env, id);
}

/**
 * Measures the service and sends what is due. `db`: database 0, which has the alerts. `failedTasks`: how many tasks of this run of the sweep have failed. Never
 * rejects.
 */
export async function watch(env: AlertEnv, db: Db, failedTasks: number, now: number): Promise<void> {
  if (!hasAlerts(env)) return;
  try {
    await noteReadings(db, await measure(env, db, failedTasks, now), now);
    for (const alert of await readAlerts(db)) {
      const state = dueState(alert, now);
      if (state) await send(env, db, alert, state, now);
    }
  } catch (error) {
    log.error("The alerts could not be checked.", { event: "alerts_unchecked", error });
  }
}
