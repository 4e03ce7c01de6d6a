/** The smallest of the values that at least `share` (0 to 1) of them do not exceed; null for none (nearest rank). */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}
