/** Random numbers from a seed: the same seed gives the same sequence on every machine. */
export interface Chance {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  /** Undefined for an empty list. */
  pick<T>(items: readonly T[]): T | undefined;
  shuffle<T>(items: readonly T[]): T[];
}

/** Mulberry32, a generator with 32 bits of state. That is enough to choose pages and faults. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function seeded(seed: number): Chance {
  const next = mulberry32(seed);
  const below = (count: number) => Math.floor(next() * count);
  return {
    next,
    between: (min, max) => min + below(max - min + 1),
    pick: (items) => items[below(items.length)],
    shuffle(items) {
      const left = [...items];
      return items.flatMap(() => left.splice(below(left.length), 1));
    },
  };
}
