/** Percentile by nearest rank: the smallest value that at least `share` (0 to 1) of the values do not exceed; null for `[]`. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}
