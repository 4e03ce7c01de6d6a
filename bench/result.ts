/** What a part of the bench returns: its figures, and checks of some of them. */

export interface Check {
  what: string;
  /** The value that was reached. */
  value: number;
  /** Bounds of `value`. Without bounds it is only reported. */
  min?: number;
  max?: number;
}

export interface Result {
  figures: Record<string, unknown>;
  checks: Check[];
  /** Table for the part's section of docs/performance.md. */
  guide?: string;
}

export function passes({ value, min, max }: Check): boolean {
  return (min === undefined || value >= min) && (max === undefined || value <= max);
}

export function targetOf({ min, max }: Check): string {
  if (min !== undefined) return `≥ ${min}`;
  return max === undefined ? "" : `≤ ${max}`;
}
