/** Medians, percentiles and ratios. On a shared machine only a ratio inside one run means something. */

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const low = sorted[Math.floor(position)] ?? Number.NaN;
  const high = sorted[Math.ceil(position)] ?? low;
  return low + (high - low) * (position - Math.floor(position));
}

export interface Summary {
  median: number;
  p95: number;
  /** (p75 - p25) ÷ median. */
  spread: number;
  n: number;
}

export function summarize(values: readonly number[]): Summary {
  const median = quantile(values, 0.5);
  return {
    median,
    p95: quantile(values, 0.95),
    spread: (quantile(values, 0.75) - quantile(values, 0.25)) / median,
    n: values.length,
  };
}

/** Median of the ratios of neighbours in an A B A B run. */
export function medianRatio(a: readonly number[], b: readonly number[]): number {
  return quantile(
    a.map((value, index) => value / (b[index] ?? Number.NaN)),
    0.5,
  );
}

/** Runs every variant once a round, in turn, and keeps each variant's figures in the order of the rounds. */
export async function interleave(
  rounds: number,
  variants: Record<string, () => Promise<number>>,
): Promise<Record<string, number[]>> {
  const figures: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(variants))
      figures[name] = [...(figures[name] ?? []), await run()];
  }
  return figures;
}
