/** Plans the jobs: rounds over all pages, each round in another random order. */
import { OPTION_MIX } from "../options/mix.ts";
import { seeded } from "./scene/chance.ts";

export interface Work {
  /** Number of the job over all rounds, from 0. */
  index: number;
  /** Number of the round, from 1. */
  round: number;
  request: { url: string; options?: { [name: string]: unknown } };
}

/** Share of the jobs that are PDFs without options. */
const PLAIN_SHARE = 0.6;
const PLAIN = { outputType: "pdf" };
/** What options cause together. */
const TOGETHER: readonly Work["request"]["options"][] = [
  { outputType: "screenshot", screenshotOptions: { type: "webp", fullPage: true, thumbnail: 300 } },
  { outputType: "pdf", block: ["ads", "trackers", "cookieBanners", "chats"] },
  { outputType: "pdf", pdfOptions: { grayscale: true, compress: "images", watermark: { text: "Draft" } } },
  { outputType: "pdf", pdfOptions: { ownerPassword: "owner", footerTemplate: "{page} of {pages}" } },
];
const OPTIONS = [...OPTION_MIX, ...TOGETHER];

/** Plans `jobs` jobs; an unlimited number for null. */
export function* planWork(urls: readonly string[], seed: number, jobs: number | null): Generator<Work> {
  const chance = seeded(seed);
  let index = 0;
  for (let round = 1; ; round++) {
    for (const url of chance.shuffle(urls)) {
      if (index === jobs) return;
      const options = (chance.next() < PLAIN_SHARE ? undefined : chance.pick(OPTIONS)) ?? PLAIN;
      yield { index, round, request: { url, options } };
      index += 1;
    }
  }
}
