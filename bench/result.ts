/** What a part of the bench hands back: its figures, and what they are held against. */

export interface Check {
  what: string;
  /** Reached value. */
  value: number;
  /** `value` must be at least (or at most) this; without either it is only told. */
  least?: number;
  most?: number;
}

export interface Result {
  figures: Record<string, unknown>;
  checks: Check[];
}

export function passes({ value, least, most }: Check): boolean {
  return (least === undefined || value >= least) && (most === undefined || value <= most);
}

export function targetOf({ least, most }: Check): string {
  if (least !== undefined) return `≥ ${least}`;
  return most === undefined ? "" : `≤ ${most}`;
}
