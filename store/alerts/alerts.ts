/** The state of each alert, and the messages about its changes. */
import { and, eq, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { ALERT_TIMES, ALERTS, type AlertKind, type AlertState, isAlertKind } from "#contract/alerts.ts";
import type { Db } from "../db.ts";
import { insertMail, type NewMail } from "../mail/mails.ts";
import { alerts } from "../schema.ts";

const MINUTE_MS = 60_000;
const REPEAT_MS = ALERT_TIMES.repeatHours * 60 * MINUTE_MS;

export interface Reading {
  kind: AlertKind;
  value: number;
}

/** Stores the values as of `now`. A value that is older than the stored one changes nothing. */
export async function noteReadings(db: Db, readings: readonly Reading[], now: number): Promise<void> {
  if (readings.length === 0) return;
  const rows = readings.map(({ kind, value }) => ({
    kind,
    value,
    readAt: now,
    crossed: value >= ALERTS[kind].threshold,
    changedAt: now,
  }));
  await db
    .insert(alerts)
    .values(rows)
    .onConflictDoUpdate({
      target: alerts.kind,
      set: {
        value: sql`excluded.value`,
        readAt: sql`excluded.read_at`,
        crossed: sql`excluded.crossed`,
        changedAt: sql`case when alerts.crossed = excluded.crossed then alerts.changed_at else excluded.changed_at end`,
      },
      setWhere: lte(alerts.readAt, now),
    });
}

/** The alerts that were measured so far. */
export async function readAlerts(db: Db) {
  const kinds = Object.keys(ALERTS).filter(isAlertKind);
  const rows = await db.select().from(alerts).where(inArray(alerts.kind, kinds));
  return rows.flatMap(({ kind, ...rest }) => (isAlertKind(kind) ? [{ kind, ...rest }] : []));
}
export type AlertRow = Awaited<ReturnType<typeof readAlerts>>[number];

/** Which message the alert needs at `now`; null: none. */
export function dueState(alert: AlertRow, now: number): AlertState | null {
  const { crossed, changedAt, beganAt, notifiedAt } = alert;
  const lastedMs = now - changedAt;
  if (beganAt === null) {
    return crossed && lastedMs >= ALERTS[alert.kind].afterMinutes * MINUTE_MS ? "began" : null;
  }
  if (!crossed) return lastedMs >= ALERT_TIMES.endAfterMinutes * MINUTE_MS ? "ended" : null;
  return now - (notifiedAt ?? 0) >= REPEAT_MS ? "continues" : null;
}

const WAS: Record<AlertState, (now: number) => SQL | undefined> = {
  began: () => and(isNull(alerts.beganAt), eq(alerts.crossed, true)),
  continues: (now) => and(isNotNull(alerts.beganAt), lte(alerts.notifiedAt, now - REPEAT_MS)),
  ended: () => and(isNotNull(alerts.beganAt), eq(alerts.crossed, false)),
};

/**
 * Changes the alert's state and stores its messages, in one batch. Of several runs at the same time, one changes it.
 * Returns the ids of the stored messages. Each message needs a dedupe key.
 */
export async function report(
  db: Db,
  kind: AlertKind,
  state: AlertState,
  messages: readonly NewMail[],
  now: number,
): Promise<string[]> {
  const beganAt = { began: now, continues: sql`began_at`, ended: null }[state];
  const isOurs = sql`exists (select 1 from alerts where kind = ${kind} and notified_at = ${now})`;
  const [, ...written] = await db.batch([
    db
      .update(alerts)
      .set({ beganAt, notifiedAt: now })
      .where(
        and(
          eq(alerts.kind, kind),
          WAS[state](now),
          or(isNull(alerts.notifiedAt), lt(alerts.notifiedAt, now)),
        ),
      ),
    ...messages.map((message) => insertMail(db, message, now, isOurs)),
  ]);
  return written.flat().map(({ id }) => id);
}
