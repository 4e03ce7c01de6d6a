import { expect, test } from "vitest";
import { OPTION_MIX } from "../options/mix.ts";
import { planWork } from "./work.ts";

const URLS = ["http://a.test/", "http://b.test/", "http://c.test/", "http://d.test/", "http://e.test/"];

function plan(seed: number, jobs: number) {
  return [...planWork(URLS, seed, jobs)];
}

test("each round renders every page once, in an order that depends on the seed", () => {
  const work = plan(1, 15);
  for (const round of [1, 2, 3]) {
    const urls = work.filter((one) => one.round === round).map(({ request }) => request.url);
    expect(urls.toSorted()).toEqual(URLS);
  }
  expect(plan(1, 15)).toEqual(work);
  expect(plan(2, 15)).not.toEqual(work);
});

test("most jobs are PDFs without options, and a long run has every set of options", () => {
  const all = plan(1, 4_000).map(({ request }) => JSON.stringify(request.options));
  const plain = all.filter((options) => options === '{"outputType":"pdf"}');
  expect(plain.length / all.length).toBeCloseTo(0.6, 1);
  expect(new Set(all)).toEqual(new Set([...all, ...OPTION_MIX.map((options) => JSON.stringify(options))]));
});
