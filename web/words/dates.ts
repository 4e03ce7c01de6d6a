/** Dates and times as English text, in the time zone of the browser. */

const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const MOMENT = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
const AGO = new Intl.RelativeTimeFormat("en-US", { numeric: "auto", style: "narrow" });

const STEPS = [
  { unit: "second", seconds: 1, until: 60 },
  { unit: "minute", seconds: 60, until: 3_600 },
  { unit: "hour", seconds: 3_600, until: 86_400 },
  { unit: "day", seconds: 86_400, until: 7 * 86_400 },
] as const;

export function day(iso: string): string {
  return DAY.format(new Date(iso));
}

export function moment(iso: string): string {
  return MOMENT.format(new Date(iso));
}

/** Time since then, such as `3m ago`; after a week the date. */
export function ago(iso: string, nowMs: number): string {
  const seconds = Math.max(0, (nowMs - Date.parse(iso)) / 1_000);
  const step = STEPS.find(({ until }) => seconds < until);
  return step ? AGO.format(-Math.floor(seconds / step.seconds), step.unit) : day(iso);
}
