/** Plans the jobs: rounds over all pages, each round in another random order. */
import type { JobRequestInput } from "#contract/job/request.ts";
import { seeded } from "./scene/chance.ts";

export interface Work {
  /** Number of the job over all rounds, from 0. */
  index: number;
  /** Number of the round, from 1. */
  round: number;
  request: JobRequestInput & { url: string };
}

/** Options to choose from: mostly PDFs without options, some of each other output and of each part of the options. */
const OPTIONS: readonly JobRequestInput["options"][] = [
  ...Array.from({ length: 12 }, () => ({ outputType: "pdf" as const })),
  { outputType: "screenshot", screenshotOptions: { type: "png" } },
  { outputType: "screenshot", screenshotOptions: { type: "jpeg" } },
  { outputType: "screenshot", screenshotOptions: { type: "webp", fullPage: true, thumbnail: 300 } },
  { outputType: "markdown" },
  { outputType: "html" },
  { outputType: "pdf", block: ["ads", "trackers", "cookieBanners", "chats"] },
  { outputType: "pdf", pdfOptions: { grayscale: true, compress: "images", watermark: { text: "Draft" } } },
  { outputType: "pdf", pdfOptions: { ownerPassword: "owner", footerTemplate: "{page} of {pages}" } },
];

/** Plans `jobs` jobs; an unlimited number for null. */
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
