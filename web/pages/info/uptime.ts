/** The outcome of each day of a part of the service. */
import type { HealthHistory } from "#contract/health.ts";
import type { HealthPart } from "#contract/health-parts.ts";
import { LIMITS } from "#contract/limits.ts";

const DAY_MS = 86_400_000;

export interface DayOutcome {
  /** UTC day, YYYY-MM-DD. */
  date: string;
  /** The worst outcome of the day; `none` without checks. */
  outcome: "ok" | "degraded" | "down" | "none";
  /** Checks in which the part worked, at least in part: 0 to 1. Null without checks. */
  uptime: number | null;
}

/** One entry for each of the last days up to `nowMs`, oldest first. */
export function lastDays({ days }: HealthHistory, part: HealthPart, nowMs: number): DayOutcome[] {
  const byDate = new Map(days.filter((day) => day.part === part).map((day) => [day.date, day]));
  return Array.from({ length: LIMITS.healthDays }, (_, index) => {
    const at = nowMs - (LIMITS.healthDays - 1 - index) * DAY_MS;
    const date = new Date(at).toISOString().slice(0, 10);
    const { ok = 0, degraded = 0, down = 0 } = byDate.get(date) ?? {};
    const checks = ok + degraded + down;
    if (checks === 0) return { date, outcome: "none", uptime: null };
    const outcome = down > 0 ? "down" : degraded > 0 ? "degraded" : "ok";
    return { date, outcome, uptime: (ok + degraded) / checks };
  });
}

/** Mean of the days with checks, 0 to 1. Null without any. */
export function uptimeOf(days: readonly DayOutcome[]): number | null {
  const known = days.flatMap(({ uptime }) => (uptime === null ? [] : [uptime]));
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0) / known.length;
}
