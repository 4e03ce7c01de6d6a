import { expect, test } from "vitest";
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

test("most jobs are PDFs, some are PNG and JPEG screenshots", () => {
  const kinds = plan(1, 200).map(({ request }) => request.options?.screenshotOptions?.type ?? "pdf");
  const share = (kind: string) => kinds.filter((one) => one === kind).length / kinds.length;
  expect(share("pdf")).toBeGreaterThan(0.6);
  expect(share("png")).toBeGreaterThan(0);
  expect(share("jpeg")).toBeGreaterThan(0);
});
