/** Medians, percentiles and ratios. On a shared machine, only a ratio within one run is meaningful. */

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

/** The median of the ratios of neighbours in a run A B A B …. */
export function medianRatio(a: readonly number[], b: readonly number[]): number {
  return quantile(
    a.map((value, index) => value / (b[index] ?? Number.NaN)),
    0.5,
  );
}

/** The ratios of neighbours: their median, and the bounds of their middle half. */
export function ratioOf(a: readonly number[], b: readonly number[]) {
  const ratios = a.map((value, index) => value / (b[index] ?? Number.NaN));
  return { median: quantile(ratios, 0.5), low: quantile(ratios, 0.25), high: quantile(ratios, 0.75) };
}

/** Runs every variant once per round, in alternating order. Returns each variant's figures in the order of the rounds. */
export async function interleave<T>(
  rounds: number,
  variants: Record<string, () => Promise<T>>,
): Promise<Record<string, T[]>> {
  const figures: Record<string, T[]> = {};
  for (let round = 0; round < rounds; round++) {
    const order = Object.entries(variants);
    for (const [name, run] of round % 2 === 0 ? order : order.reverse())
      figures[name] = [...(figures[name] ?? []), await run()];
  }
  return figures;
}
