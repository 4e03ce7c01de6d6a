/** What a part of the bench hands back: its figures, and what they are held against. */

export interface Check {
  what: string;
  /** Reached value. */
  value: number;
  /** `value` must be at least (or at most) this. */
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
