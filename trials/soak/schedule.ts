/** Plans when each fault happens. The plan counts jobs, not time, so that a seed repeats it on a machine of any speed. */
import { seeded } from "./scene/chance.ts";

export interface Scheduled<Name> {
  /** The fault happens when this many jobs have begun. */
  afterJobs: number;
  name: Name;
  /** Seed for the fault's own random choices. */
  seed: number;
}

/** Most jobs between two faults. */
const MAX_GAP = 8;

/**
 * Plans every fault once in a random order, then every fault again, and so on. With more jobs than faults, each happens at
 * least once. `jobs`: null for an unlimited number.
 */
export function* planFaults<Name>(
  names: readonly Name[],
  seed: number,
  jobs: number | null,
): Generator<Scheduled<Name>> {
  if (names.length === 0) return;
  const chance = seeded(seed);
  const fair = jobs === null ? MAX_GAP : Math.floor(jobs / (names.length + 1));
  const gap = Math.min(Math.max(fair, 1), MAX_GAP);
  for (let begin = 0; ; begin += gap) {
    for (const name of chance.shuffle(names)) {
      begin += gap;
      const afterJobs = begin - chance.between(0, gap - 1);
      if (jobs !== null && afterJobs > jobs) return;
      yield { afterJobs, name, seed: chance.between(0, 2 ** 31) };
    }
  }
}
