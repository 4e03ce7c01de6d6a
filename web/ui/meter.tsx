import { classes } from "./classes.ts";

const TONES = {
  normal: "text-accent",
  warning: "text-warn-fill",
  critical: "text-bad",
  over: "text-over",
} as const;

interface MeterProps {
  label: string;
  /** 0-100; more is drawn as full. */
  percent: number;
  level?: keyof typeof TONES;
  valueText?: string;
}

/** A bar whose width and colour tell the same as the words beside it. */
export function Meter({ label, percent, level = "normal", valueText }: MeterProps) {
  return (
    <progress
      aria-label={label}
      aria-valuetext={valueText}
      max={100}
      value={Math.min(100, Math.max(0, percent))}
      data-level={level}
      className={classes("meter block", TONES[level])}
    />
  );
}
