import { classes } from "./classes.ts";

const TONES = {
  normal: "text-accent",
  warning: "text-warn-fill",
  critical: "text-bad",
  over: "text-over",
} as const;

interface MeterProps {
  label: string;
  /** 0 to 100. Higher values are drawn as 100. */
  percent: number;
  level?: keyof typeof TONES;
  valueText?: string;
}

/** A bar. Its width and colour repeat what the text beside it says. */
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
