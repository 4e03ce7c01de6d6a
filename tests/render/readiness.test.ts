import { expect, test } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { readPdf } from "../stage/read-pdf.ts";
import { baseUrl } from "../stage/service.ts";
import { convert, open, withoutHaste } from "./convert.ts";
import { near, readPicture } from "./pixels.ts";
import { COLORS, readinessPages } from "./readiness-pages.ts";

const { origin, hits } = await open(readinessPages);

async function textOf(path: string) {
  const { job, bytes } = await convert(new URL(path, origin).href);
  return { job, text: (await readPdf(bytes)).map((page) => page.text).join(" ") };
}

test("a screenshot shows every lazy image, however the page loads it", () =>
  withoutHaste(async () => {
    const { bytes } = await convert(`${origin}/lazy`, { outputType: "screenshot" });
    const picture = await readPicture(bytes);
    for (const color of [COLORS.native, COLORS.observed, COLORS.scrolled]) {
      expect(picture.has(color), color).toBe(true);
    }
    expect(hits.get("/image/inner")).toBeGreaterThan(0);
  }));

test("a screenshot without fullPage loads no images below the viewport", async () => {
  const viewport = { width: 700, height: 500 };
  const before = hits.get("/image/observed") ?? 0;
  await convert(`${origin}/lazy`, {
    outputType: "screenshot",
    screenshotOptions: { fullPage: false, viewport },
  });
  expect(hits.get("/image/observed") ?? 0).toBe(before);
});

/** The images that a PDF of the page has loaded far below its first sheets, those that its job counts, and its pages. */
async function lazyImages(path: string, tier: "free" | "pro") {
  const before = hits.get("/image/observed") ?? 0;
  const { job, bytes } = await convert(`${origin}${path}`, { outputType: "pdf" }, tier);
  const pages = await readPdf(bytes);
  return {
    far: (hits.get("/image/observed") ?? 0) - before,
    counted: job.result?.completeness?.images.total,
    pages: pages.length,
  };
}

test("a PDF waits for no image below its last sheet, unless it may stand higher on paper", async () => {
  // A Free PDF has one page, a Pro PDF has five.
  expect(await lazyImages("/lazy-below", "free")).toEqual({ far: 0, counted: 1, pages: 1 });
  expect(await lazyImages("/lazy-below", "pro")).toEqual({ far: 0, counted: 1, pages: 5 });
  expect(await lazyImages("/lazy-below/print", "free")).toMatchObject({ far: 1, counted: 2 });
});

test("an image below the last sheet is loaded when any style or script may move it up on paper", {
  tags: ["nightly"],
}, async () => {
  for (const path of ["nested", "screen", "low", "columns", "estimated", "before-print"])
    expect(await lazyImages(`/lazy-below/${path}`, "free"), path).toMatchObject({ far: 1, counted: 2 });
});

test.concurrent.for([
  ["slow image", "/slow-image"],
  ["slow background that a style adds after loading", "/late-background"],
])("the capture waits for a %s", ([, path]) =>
  withoutHaste(async () => {
    const { bytes } = await convert(`${origin}${path}`, { outputType: "screenshot" });
    expect((await readPicture(bytes)).has(COLORS.slow)).toBe(true);
  }),
);

test.concurrent.for(["/many-images", "/many-lazy-images"])(
  "%s: images that wait for others of their server are not left out",
  { tags: ["nightly"] },
  (path) =>
    withoutHaste(async () => {
      const { job } = await convert(origin + path, { outputType: "screenshot" });
      expect(job.warnings).toEqual([]);
      expect(job.result?.completeness?.images).toEqual({ total: 24, loaded: 24 });
    }),
);

test.concurrent(
  "a video that a script adds is captured with its first picture, without Chromium's spinner",
  { tags: ["nightly"] },
  () =>
    withoutHaste(async () => {
      const { bytes } = await convert(`${origin}/late-video`, { outputType: "screenshot" });
      const picture = await readPicture(bytes);
      expect(near(picture.at(320, 170), [180, 30, 90])).toBe(true);
      expect(picture.bits(270, 120, 100, 100)).toBe(picture.bits(50, 120, 100, 100));
    }),
);

test.concurrent("an application that fetches its words and images after loading is captured with both", () =>
  withoutHaste(async () => {
    const { bytes } = await convert(`${origin}/single-page-app`, { outputType: "screenshot" });
    expect((await readPicture(bytes)).has(COLORS.slow)).toBe(true);
    expect((await textOf("/single-page-app")).text).toContain("came by fetch");
  }));

const hasItsWords = (path: string, words: string) =>
  withoutHaste(async () => {
    expect((await textOf(path)).text).toContain(words);
  });

test.concurrent(
  "an application that imports its parts one after the other is not captured with its spinner",
  { tags: ["nightly"] },
  () => hasItsWords("/imports", "came by import"),
);

test.concurrent.for([
  ["begins to fetch a moment after loading", "/fetches-later", "came after a while"],
  ["shows its spinner for a minimum time", "/spinner-stays", "came after the spinner"],
  ["begins to fetch when the browser is idle", "/fetches-when-idle", "came when idle"],
  ["gets its words from a worker", "/works-elsewhere", "came from a worker"],
  ["fills in what can be seen", "/shows-what-is-seen", "came when seen"],
  ["looks in each frame what can be seen", "/looks-in-each-frame", "came in a frame"],
  ["draws its words after a frame and several short timers", "/comes-in-steps", "came in the last step"],
  ["draws its words after short timers around a longer one", "/comes-in-turn", "came in the last turn"],
  ["brings in its parts by timers", "/brought-in", "words that came last"],
  ["works in slices past the load event", "/works-in-slices", "came in the last slice"],
] as const)(
  "an application that %s is not captured with its spinner",
  { tags: ["nightly"] },
  ([, path, words]) => hasItsWords(path, words),
);

test("a React application is captured with its lazy screens, several at once", { tags: ["nightly"] }, () =>
  withoutHaste(async () => {
    const screens = Array.from({ length: 4 }, () => textOf(`${baseUrl}/embed`));
    for (const { text } of await Promise.all(screens)) expect(text).toContain("pk_live_");
  }),
);

test.concurrent("a page that grows is captured when it has stopped growing", () =>
  withoutHaste(async () => {
    expect((await textOf("/growing")).text).toContain("part 1");
  }));

test.concurrent.for(["/entrance", "/entrance-in-shadow"])(
  "an entrance animation is captured at its end: %s",
  { tags: ["nightly"] },
  async (path) => {
    const { bytes } = await convert(origin + path, { outputType: "screenshot" });
    expect((await readPicture(bytes)).at(100, 100)).toEqual([120, 30, 200]);
  },
);

test.concurrent("a PDF shows the end of a drawing's animation", { tags: ["nightly"] }, async () => {
  expect((await textOf("/entrance-in-svg")).text).toContain("Words at the end");
});

test.concurrent(
  "the capture waits for words that an empty page adds after more than a second",
  { tags: ["nightly"] },
  () =>
    withoutHaste(async () => {
      expect((await textOf("/blank-at-first")).text).toContain("late words");
    }),
);

test.concurrent(
  "the capture waits until a preloader has faded out, but not without end",
  { tags: ["nightly"] },
  () =>
    withoutHaste(async () => {
      const { bytes } = await convert(`${origin}/preloader`, { outputType: "screenshot" });
      expect((await readPicture(bytes)).has(COLORS.behind)).toBe(true);
      const { text } = await textOf("/preloader");
      expect(text).toContain("Words behind");
      expect(text).not.toContain("Loading");
      expect((await textOf("/preloader-stays")).text).toContain("Loading");
    }),
);

test.concurrent(
  "the capture waits for a preloader that slides over the page after it has loaded",
  { tags: ["nightly"] },
  () =>
    withoutHaste(async () => {
      const { text } = await textOf("/preloader-slides-in");
      expect(text).toContain("Words behind");
      expect(text).not.toContain("Loading");
    }),
);

const isWhole = (path: string) =>
  withoutHaste(async () => {
    const before = hits.get(path) ?? 0;
    expect((await textOf(path)).text).toContain("All words");
    // The first load, and one reload for each of up to three scripts that hang.
    expect((hits.get(path) ?? 0) - before).toBeLessThanOrEqual(4);
  });

test.concurrent("a page is captured to its end when a script in the head hangs", () =>
  isWhole("/hung-in-head"));

test.concurrent.for([
  ["the page refreshes itself each second", "/refreshes-itself"],
  ["its timers do not lead to another page soon", "/stays"],
  ["two pages refresh to each other", "/refreshes-in-turn"],
  ["the page refreshes after the time of a reader", "/refreshes-late"],
] as const)("a page is captured to its end when %s", { tags: ["nightly"] }, ([, path]) => isWhole(path));

test.concurrent("the result reports which parts of the page arrived", () =>
  withoutHaste(async () => {
    const { job } = await textOf("/counted");
    expect(job.result?.completeness).toEqual({
      document: "whole",
      platform: "",
      fonts: "loaded",
      images: { total: 2, loaded: 1 },
      requests: { total: 4, failed: 1, slow: 1, blocked: 0 },
    });
    const { job: unfonted } = await textOf("/web-font");
    expect(unfonted.result?.completeness).toMatchObject({ document: "whole", fonts: "missing" });
  }));

test.concurrent("long polling, beacons, endless animation and a pixel that hangs do not delay a capture", () =>
  withoutHaste(async () => {
    const { job, text } = await textOf("/never-quiet");
    expect(text).toContain("Busy for ever");
    const total = Object.values(job.timings).reduce((sum, ms) => sum + ms, 0);
    expect(total).toBeLessThan(LIMITS.renderBudgetMs / 2);
  }));

test.for(["/static", "/script-is-done"])(
  "%s is ready when it has loaded: no readiness phase takes time",
  (path) =>
    withoutHaste(async () => {
      const { job } = await convert(origin + path);
      for (const phase of ["fonts", "lazy", "images", "settle", "data"]) {
        expect(job.timings[phase] ?? 0, phase).toBeLessThan(50);
      }
    }),
);
