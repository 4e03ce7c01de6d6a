/** Parts of pages that arrive late or never. These jobs wait for seconds, so they run at night. */
import { expect, test } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { convert, open, withoutHaste } from "../render/convert.ts";
import { readinessPages } from "../render/readiness-pages.ts";
import { readPdf } from "../stage/read-pdf.ts";

const { origin, hits } = await open(readinessPages);
/** Longest time that a job may wait for one resource that never arrives. */
const SHARE_MS = 10_000;

async function textOf(path: string) {
  const { job, bytes } = await convert(new URL(path, origin).href);
  return { job, text: (await readPdf(bytes)).map((page) => page.text).join(" ") };
}

test.concurrent("a lazy image without a response causes a warning", () =>
  withoutHaste(async () => {
    const { job } = await convert(`${origin}/lazy-image-hangs`, { outputType: "screenshot" });
    expect(job.warnings).toMatchObject([{ code: "image_late", url: `${origin}/hang/lazy.png` }]);
    expect(job.result?.completeness?.images).toEqual({ total: 1, loaded: 0 });
  }));

test.concurrent.for([
  ["a web font", "/web-font", "Words in a late font", "/font"],
  ["a blocking script", "/hung-script", "After the script", "/hang/script"],
  ["a style sheet", "/hung-style", "Unstyled words", "/hang/style"],
])(
  "%s that never arrives delays the job by its share of the budget and causes a warning",
  ([, path = "", words, missing = ""]) =>
    withoutHaste(async () => {
      const { job, text } = await textOf(path);
      expect(text).toContain(words);
      const warnings = job.warnings.filter(({ url }) => url === origin + missing);
      expect(warnings).toEqual([expect.objectContaining({ code: "resource_slow" })]);
      expect(job.timings.load).toBeLessThan(SHARE_MS);
    }),
);

test.concurrent.for([
  ["a script that another script has written hangs", "/hung-written"],
  ["three scripts hang one after the other", "/hung-three"],
  ["a style sheet before a script hangs", "/hung-style-first"],
  ["a script in a frame hangs", "/hung-in-frame"],
  ["the document comes in two parts, seconds apart", "/in-two-parts"],
  ["the page leads to another one that responds late", "/leads-to-slow"],
  ["a script types its words for five seconds", "/typed"],
  ["a script draws its parts for five seconds", "/draws-in-parts"],
  ["a header and then an element refresh to another page after a few seconds", "/refreshes"],
  ["a timer leads to another page, and that one counts down to a third one", "/leaves-later"],
])("a page is captured to its end when %s", ([, path = ""]) =>
  withoutHaste(async () => {
    const before = hits.get(path) ?? 0;
    expect((await textOf(path)).text).toContain("All words");
    // The first load, and one reload for each of up to three scripts that hang.
    expect((hits.get(path) ?? 0) - before).toBeLessThanOrEqual(4);
  }),
);

test.concurrent("an import that never arrives delays a page that says it is loading by half of the budget, with a warning", () =>
  withoutHaste(async () => {
    const { job, text } = await textOf("/hung-import");
    expect(text).toContain("Loading");
    expect(job.warnings).toContainEqual(
      expect.objectContaining({ code: "resource_slow", url: `${origin}/hang/script` }),
    );
    expect(job.timings.data).toBeLessThan(LIMITS.renderBudgetMs / 2);
  }));
