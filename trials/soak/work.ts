/** Which page is rendered next, and as what: rounds over all pages, each in an order of its own. */
import type { JobRequestInput } from "#contract/job/request.ts";
import { seeded } from "./scene/chance.ts";

export interface Work {
  /** From 0, over all rounds. */
  index: number;
  /** From 1. */
  round: number;
  request: JobRequestInput;
}

/** Mostly PDFs, some pictures. */
const OPTIONS: readonly JobRequestInput["options"][] = [
  ...Array.from({ length: 8 }, () => ({ outputType: "pdf" as const })),
  { outputType: "screenshot", screenshotOptions: { type: "png" } },
  { outputType: "screenshot", screenshotOptions: { type: "jpeg" } },
];

/** So many jobs; without end for null. */
export function* planWork(urls: readonly string[], seed: number, jobs: number | null): Generator<Work> {
  const chance = seeded(seed);
  let index = 0;
  for (let round = 1; ; round++) {
    for (const url of chance.shuffle(urls)) {
      if (index === jobs) return;
      yield { index, round, request: { url, options: chance.pick(OPTIONS) } };
      index += 1;
    }
  }
}
