/** Alerts: what the service reports to its operator, and the value at which each of them begins. */

interface Alert {
  /** Subject of the message. */
  title: string;
  /** The alert begins at this value. */
  threshold: number;
  /** The value must stay at the threshold for this long. */
  afterMinutes: number;
  /** What was measured, after the value: `12 % of the jobs …`. */
  measure: string;
}

/** Each has a section of its name in docs/operations.md. */
export const ALERTS = {
  our_failures: {
    title: "Jobs fail because of a fault on our side",
    threshold: 5,
    afterMinutes: 2,
    measure: "% of the jobs that ended in the last 15 minutes failed with service_unavailable",
  },
  oldest_job: {
    title: "Jobs wait for a long time",
    threshold: 10,
    afterMinutes: 2,
    measure: "minutes since the oldest waiting job was created",
  },
  renderer_down: {
    title: "No page can be rendered",
    threshold: 1,
    afterMinutes: 0,
    measure: "failed checks of the renderer: no browser could be used",
  },
  results_down: {
    title: "Results cannot be stored",
    threshold: 1,
    afterMinutes: 0,
    measure: "failed checks of R2",
  },
  unsent_mails: {
    title: "Emails cannot be sent",
    threshold: 1,
    afterMinutes: 0,
    measure: "emails that wait for more than 10 minutes, or were given up in the last 6 hours",
  },
  stripe_events: {
    title: "Stripe's events cannot be applied",
    threshold: 1,
    afterMinutes: 0,
    measure: "events of the last 4 days that were received more than 10 minutes ago and are not applied",
  },
  sweep_failing: {
    title: "Tasks of the sweep fail",
    threshold: 1,
    afterMinutes: 5,
    measure: "tasks of the sweep failed in each run",
  },
  sweep_late: {
    title: "The sweep has not run",
    threshold: 5,
    afterMinutes: 0,
    measure: "minutes between the last two runs of the sweep",
  },
  credits_differ: {
    title: "Credits differ from the ledger",
    threshold: 1,
    afterMinutes: 0,
    measure: "accounts whose used credits are not the sum of their ledger",
  },
} as const satisfies Record<string, Alert>;

export type AlertKind = keyof typeof ALERTS;

export function isAlertKind(name: string): name is AlertKind {
  return name in ALERTS;
}

/** `began`: crossed its threshold. `continues`: repeated after ALERT_TIMES.repeatHours. `ended`: below it again. */
export const ALERT_STATES = ["began", "continues", "ended"] as const;
export type AlertState = (typeof ALERT_STATES)[number];

export const ALERT_TIMES = {
  /** The value has to be below the threshold for this long, so that a value near it sends few messages. */
  endAfterMinutes: 5,
  repeatHours: 6,
} as const;
