/** When which fault happens: by the number of jobs begun, so that a seed repeats it on a machine of any speed. */
import { seeded } from "./scene/chance.ts";

export interface Scheduled<Name> {
  /** The fault happens once so many jobs have begun. */
  afterJobs: number;
  name: Name;
  /** For what the fault chooses itself. */
  seed: number;
}

/** Jobs from one fault to the next, at most. */
const MAX_GAP = 8;

/**
 * Every fault once, in a seeded order, then every fault again. Within `jobs` (null = without end) each happens at least
 * once, if there are more jobs than faults.
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
