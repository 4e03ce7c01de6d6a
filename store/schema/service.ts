/** The service itself: its tasks, its state and its operator. */
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { HEALTH_PARTS } from "#contract/health-parts.ts";

/** Tasks of the sweep that look at a part of a large set in each run. */
export const walks = sqliteTable("walks", {
  name: text("name").primaryKey(),
  /** The last item of the last run; null when the next run starts again. */
  position: text("position"),
});

/** Checks of a part of the service by UTC day, counted by their outcome. */
export const healthDays = sqliteTable(
  "health_days",
  {
    /** Unix days. */
    day: integer("day").notNull(),
    part: text("part", { enum: HEALTH_PARTS }).notNull(),
    ok: integer("ok").notNull().default(0),
    degraded: integer("degraded").notNull().default(0),
    down: integer("down").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.day, t.part] })],
);

export const OPERATOR_ACTIONS = ["refund", "ban", "unban"] as const;

/** What the operator has done to accounts. Rows are never changed or deleted. */
export const operatorActions = sqliteTable(
  "operator_actions",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    kind: text("kind", { enum: OPERATOR_ACTIONS }).notNull(),
    /** Refunded credits; null for other actions. */
    credits: integer("credits"),
    reason: text("reason").notNull(),
    /** Made by the client, so that a repeated request acts once. */
    key: text("key").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("operator_actions_once").on(t.accountId, t.key),
    index("operator_actions_account").on(t.accountId, t.createdAt),
    index("operator_actions_created").on(t.createdAt),
  ],
);

/** The last value of each alert. See alerts/alerts.ts. */
export const alerts = sqliteTable("alerts", {
  /** One of contract/alerts.ts. */
  kind: text("kind").primaryKey(),
  value: integer("value").notNull(),
  readAt: integer("read_at").notNull(),
  /** Whether the value has reached the threshold, and since when it has or has not. */
  crossed: integer("crossed", { mode: "boolean" }).notNull(),
  changedAt: integer("changed_at").notNull(),
  /** When the alert began; null when none is reported. */
  beganAt: integer("began_at"),
  /** Time of the last message. */
  notifiedAt: integer("notified_at"),
});
