import { getDocument, OPS, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect, test } from "vitest";
import { PAPER_INCHES, PDF_FORMATS, type PdfFormat } from "#contract/job/values.ts";
import { PLANS, TIERS } from "#contract/plans.ts";
import { createJob, finishedJob } from "../../dev/job-client.ts";
import { readPdf } from "../stage/read-pdf.ts";
import { newAccount } from "../stage/service.ts";
import { convert, endOf, open, withoutHaste } from "./convert.ts";
import { inkBox } from "./ink.ts";
import { printPages, section, slowPdf } from "./prints-pages.ts";

const { origin } = await open(printPages);
const MARK = "Made with Platen";

async function inspect(bytes: Buffer) {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
  const document = await task.promise;
  const [{ info }, outline, marks] = await Promise.all([
    document.getMetadata(),
    document.getOutline(),
    document.getMarkInfo(),
  ]);
  await task.destroy();
  return { info, outline: outline?.map(({ title }) => title) ?? [], tagged: marks?.Marked ?? false };
}

/** How high each text of the first page stands, in points. */
async function baselines(bytes: Buffer): Promise<number[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
  const { items } = await (await (await task.promise).getPage(1)).getTextContent();
  await task.destroy();
  return items.flatMap((item) => ("str" in item && item.str.trim() ? [Number(item.transform[5])] : []));
}

/** Whether a background picture fills a shape of the first page. */
async function hasBackground(bytes: Buffer): Promise<boolean> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
  const { fnArray } = await (await (await task.promise).getPage(1)).getOperatorList();
  await task.destroy();
  return fnArray.includes(OPS.setFillColorN);
}

const hasItsPageBox = async (format: PdfFormat) => {
  const { bytes } = await convert(`${origin}/sections/1`, { pdfOptions: { format } });
  const [page] = await readPdf(bytes);
  const { width, height } = PAPER_INCHES[format];
  expect(Math.abs((page?.width ?? 0) - width * 72)).toBeLessThan(1);
  expect(Math.abs((page?.height ?? 0) - height * 72)).toBeLessThan(1);
};

test.for(["A4", "Letter"] as const)("%s has its own page box", hasItsPageBox);

test.for(PDF_FORMATS)("of all formats, %s has its own page box", { tags: ["nightly"] }, hasItsPageBox);

test("a PDF is tagged, titled and has an outline", async () => {
  const { bytes, job } = await convert(`${origin}/sections/3`);
  const { info, outline, tagged } = await inspect(bytes);
  expect(info).toMatchObject({ Title: "Three sections" });
  expect(outline).toEqual([section(1), section(2), section(3)]);
  expect(tagged).toBe(true);
  expect(job.result).toMatchObject({ filename: "Three sections.pdf" });
});

test.for([
  ["/table", "print", 2],
  ["/table-for-screen", "print", 2],
  ["/table-for-paper", "print", 2],
  ["/table-for-paper", "screen", 2],
  ["/table-divided", "print", 1],
] as const)(
  "%s, with the styles for %s, has its head and foot on %i of 2 sheets",
  { tags: ["nightly"] },
  async ([path, media, count]) => {
    const { bytes } = await convert(origin + path, { media });
    const sheets = await readPdf(bytes);
    expect(sheets).toHaveLength(2);
    for (const word of ["Head", "Foot"])
      expect(sheets.filter(({ text }) => text.includes(word))).toHaveLength(count);
  },
);

test.for(TIERS)("a PDF is cut to the page limit of the plan %s and marked as truncated", async (tier) => {
  const cap = PLANS[tier].pagesPerPdf;
  const { bytes, job } = await convert(`${origin}/sections/8`, {}, tier);
  const pages = await readPdf(bytes);
  expect(pages).toHaveLength(cap);
  expect(pages.at(-1)?.text).toContain(section(cap));
  expect(job.result).toMatchObject({ pages: cap, truncated: true });
});

test.for([
  ["free", 1],
  ["starter", 3],
] as const)("a PDF with exactly the page limit of the plan %s is not cut", async ([tier, count]) => {
  const { job } = await convert(`${origin}/sections/${count}`, {}, tier);
  expect(job.result).toMatchObject({ pages: count, truncated: false });
});

const isMarkedOnFreeOnly = async (path: string) => {
  const free = await convert(origin + path, {}, "free");
  const paid = await convert(origin + path, {}, "starter");
  for (const page of await readPdf(free.bytes)) expect(page.text).toContain(MARK);
  for (const page of await readPdf(paid.bytes)) expect(page.text).not.toContain(MARK);
};

test.for(["/sections/3", "/sample.pdf"])(
  "a PDF of %s has the watermark on the Free plan only",
  isMarkedOnFreeOnly,
);

test(
  "a PDF of a page with turned sheets has the watermark on the Free plan only",
  { tags: ["nightly"] },
  () => isMarkedOnFreeOnly("/turned"),
);

const hasItsMarkUpright = async (angle: number) => {
  const { bytes } = await convert(`${origin}/rotated/${angle}.pdf`, {}, "free");
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
  const page = await (await task.promise).getPage(1);
  const viewport = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  const mark = items.find((item) => "str" in item && item.str.includes(MARK));
  if (!mark || !("transform" in mark)) throw new Error("The page has no watermark.");
  const [along = 0, across = 0, , , x = 0, y = 0] = mark.transform;
  const [left = 0, top = 0] = viewport.convertToViewportPoint(x, y);
  const [right = 0, end = 0] = viewport.convertToViewportPoint(x + along, y + across);
  expect(left).toBeGreaterThan(viewport.width / 2);
  expect(top).toBeGreaterThan(viewport.height * 0.9);
  expect(top).toBeLessThan(viewport.height);
  expect(right).toBeGreaterThan(left);
  expect(end).toBeCloseTo(top);
  await task.destroy();
};

test.for([270])(
  "on a page rotated by %i degrees the watermark is upright at the bottom right",
  hasItsMarkUpright,
);

test.for([0, 90, 180])(
  "on a page rotated by %i degrees, too, the watermark is upright at the bottom right",
  { tags: ["nightly"] },
  hasItsMarkUpright,
);

test("the watermark keeps tags, outline and title", async () => {
  const { bytes } = await convert(`${origin}/sections/1`, {}, "free");
  const { info, outline, tagged } = await inspect(bytes);
  expect(info).toMatchObject({ Title: "One section" });
  expect(outline).toEqual([section(1)]);
  expect(tagged).toBe(true);
});

test("the viewport's width is the layout's width", async () => {
  const textAt = async (width: number) => {
    const { bytes } = await convert(`${origin}/wide-or-narrow`, { pdfOptions: { viewport: { width } } });
    return (await readPdf(bytes)).map((page) => page.text).join(" ");
  };
  expect(await textAt(1200)).toContain("laid out wide");
  expect(await textAt(500)).toContain("laid out narrow");
});

test("while it is printed, a page sees a window as wide as its layout on paper", { tags: ["nightly"] }, () =>
  withoutHaste(async () => {
    const { bytes } = await convert(`${origin}/window`);
    const [page] = await readPdf(bytes);
    expect(page?.text).toContain("924 of 924x1080; 924x1080 at 1; 1 true ?1x; box 924 in 924; box");
  }),
);

test("a fixed header is printed on one sheet only", async () => {
  const { bytes } = await convert(`${origin}/fixed-header`);
  const text = (await readPdf(bytes)).map((page) => page.text).join(" ");
  expect(text.match(/THE HEADER/g)).toHaveLength(1);
});

test("what only styles for paper fix is printed on each sheet, unless the page is printed as on screen", {
  tags: ["nightly"],
}, async () => {
  const countsOf = async (options: Parameters<typeof convert>[1] = {}) => {
    const { bytes } = await convert(`${origin}/fixed-on-paper`, options);
    const text = (await readPdf(bytes)).map((page) => page.text).join(" ");
    return [text.match(/THE HEADER/g)?.length, text.match(/THE FOOTER/g)?.length];
  };
  expect(await countsOf()).toEqual([3, 3]);
  expect(await countsOf({ media: "screen" })).toEqual([1, 1]);
});

test.for([
  ["of the page itself", "/unfixed", 1],
  ["that only the browser can read", "/unfixed-elsewhere", 0.75],
] as const)(
  "styles for paper %s take a header out of its place at the window",
  { tags: ["nightly"] },
  ([, path, scale]) =>
    withoutHaste(async () => {
      const { bytes } = await convert(origin + path);
      const [header = 0, words = 0] = await baselines(bytes);
      expect(Math.round(header - words)).toBe(Math.round(100 * scale * 0.75));
    }),
);

test.for(["/lines/placed", "/lines/low"])(
  "%s, code in lines of its own, does not cover itself",
  async (path) => {
    const { bytes } = await convert(origin + path);
    expect(new Set((await baselines(bytes)).map(Math.round)).size).toBe(3);
  },
);

test("what is fixed on the screen too is printed once, if a style for paper repeats it", {
  tags: ["nightly"],
}, async () => {
  const sheets = await readPdf((await convert(`${origin}/fixed-everywhere`)).bytes);
  expect(
    sheets
      .map(({ text }) => text)
      .join(" ")
      .match(/THE HEADER/g),
  ).toHaveLength(1);
});

test.for([
  ["/tall-body", 1],
  ["/tall-main", 1],
  ["/tall-and-more", 2],
] as const)(
  "%s, with a part as tall as the window, has no sheet without words",
  { tags: ["nightly"] },
  async ([path, sheets]) => {
    const pages = await readPdf((await convert(origin + path)).bytes);
    expect(pages).toHaveLength(sheets);
    expect(pages.every(({ text }) => text !== "")).toBe(true);
  },
);

test("the page's own sheets keep their writing mode", { tags: ["nightly"] }, async () => {
  const { bytes } = await convert(`${origin}/vertical-sheets`, { pdfOptions: { preferCssPageSize: true } });
  const { right, top } = await inkBox(bytes);
  expect([Math.round(right), Math.round(top)]).toEqual([75, 0]);
});

const losesNoWords = async ([path, words]: readonly [string, string]) => {
  const pages = await readPdf((await convert(origin + path)).bytes);
  expect(pages.flatMap(({ text }) => text.split("\n")).join(" ")).toBe(words);
};

test.for([
  ["/shown-by-motion", "Our company Words that an animation shows"],
  ["/left-out-on-paper", "The words of the article And its further words"],
] as const)("on paper, %s loses no words but those that its styles leave out", losesNoWords);

test.for([
  ["/lower-on-paper", "Kanban To do Write the offer for the customer Ours"],
  ["/scaled-by-script", "Slide One with words Slide Two with words"],
] as const)("on paper, %s loses no words at all", { tags: ["nightly"] }, losesNoWords);

test("print styles apply unless they hide the whole page", async () => {
  const textOf = async (path: string) => {
    const { job, bytes } = await convert(origin + path);
    return { job, text: (await readPdf(bytes)).map((page) => page.text).join(" ") };
  };
  expect((await textOf("/for-paper")).text).toBe("For paper");
  const hidden = await textOf("/hidden-on-paper");
  expect(hidden.text).toContain("Seen on screen only");
  expect(hidden.job.warnings).toContainEqual(expect.objectContaining({ code: "hidden_on_paper" }));
});

test.for(["/for-screen", "/for-screen-and-unread"])(
  "%s, a page with styles for the screen alone, is printed with them",
  async (path) => {
    for (const media of [undefined, "screen"] as const) {
      const { bytes } = await convert(origin + path, { media });
      expect((await readPdf(bytes)).map(({ text }) => text)).toEqual(["For all"]);
    }
  },
);

test("a page that overwrites built-in functions is still captured, with a warning", async () => {
  const { job, bytes } = await convert(`${origin}/spoiled`);
  expect((await readPdf(bytes))[0]?.text).toContain("Words all the same");
  expect(job.warnings).toContainEqual(expect.objectContaining({ code: "not_inspected" }));
});

test("a PDF file is passed through, also behind a redirect, and cut to the page limit", async () => {
  const moved = await convert(`${origin}/to-pdf`);
  expect((await readPdf(moved.bytes)).map((page) => page.text)).toEqual([
    "Ready-made page 1",
    "Ready-made page 2",
  ]);
  expect(moved.job.result).toMatchObject({ pages: 2, truncated: false });
  const long = await convert(`${origin}/long.pdf`, {}, "starter");
  expect(long.job.result).toMatchObject({ pages: PLANS.starter.pagesPerPdf, truncated: true });
  expect(await readPdf(long.bytes)).toHaveLength(PLANS.starter.pagesPerPdf);
});

test("a PDF file keeps its name when its address is not valid UTF-8", async () => {
  const { job } = await convert(`${origin}/Pr%E9sentation%20100%.pdf`);
  expect(job.result?.filename).toBe("Pr%E9sentation%20100%.pdf");
});

test("a PDF file that cannot be watermarked fails the job with unreadable_pdf", async () => {
  const job = await endOf(`${origin}/sizeless.pdf`, {}, "free");
  expect(job).toMatchObject({ status: "failed", error: { code: "unreadable_pdf" } });
});

test("a slow PDF file does not hold up other jobs", async () => {
  const slow = slowPdf();
  const server = await open({ "/slow.pdf": slow.respond });
  const account = await newAccount("free");
  const { jobId } = await createJob(account, { url: `${server.origin}/slow.pdf` });
  const slowJob = finishedJob(account, jobId);
  // Two requests: the tab drops its own response, and a second request fetches the file to pass it through.
  await expect.poll(() => server.hits.get("/slow.pdf"), { timeout: 30_000 }).toBe(2);
  const other = await endOf(`${origin}/sections/1`, {}, "free");
  const ended = Symbol();
  expect(await Promise.race([slowJob, ended])).toBe(ended);
  expect(other).toMatchObject({ status: "completed" });
  slow.release();
  expect(await slowJob).toMatchObject({ status: "completed", result: { pages: 1 } });
});

test("text in several scripts can be extracted from the PDF", async () => {
  const { bytes } = await convert(`${origin}/scripts`);
  const [page] = await readPdf(bytes);
  for (const word of ["Größe", "Кириллица", "Ελληνικά"]) expect(page?.text).toContain(word);
});

test("words in a box with a filter without an effect, or with a shadow, can be extracted and keep their place", async () => {
  const { bytes } = await convert(`${origin}/filters`);
  const [page] = await readPdf(bytes);
  for (const word of ["Animated", "Listed", "Shadowless", "Fixed", "Card", "Headline", "Shadowed"])
    expect(page?.text).toContain(word);
  // From the top of its box, and not of the window.
  const [first = 0, , third = 0, fixed = 0] = await baselines(bytes);
  expect(first).toBeGreaterThan(third);
  expect(third).toBeGreaterThan(fixed);
});

test("an image of the print styles is printed, also on a page with lazy images", { tags: ["nightly"] }, () =>
  withoutHaste(async () => {
    const { bytes } = await convert(`${origin}/logo-for-paper`);
    expect(await hasBackground(bytes)).toBe(true);
  }),
);

test("a page that takes seconds for its layout on paper is printed", { tags: ["nightly"] }, async () => {
  const [page] = await readPdf((await convert(`${origin}/slow-layout`)).bytes);
  expect(page?.text).toContain("Laid out slowly");
});

test("a failed image is printed as its alt text, also if the print layout chooses another source", {
  tags: ["nightly"],
}, async () => {
  const [page] = await readPdf((await convert(`${origin}/failed-pictures`)).bytes);
  expect(page?.text).toContain("The harbour at night");
  expect(page?.text).toContain("A boat");
  expect(page?.text).toContain("For a failed picture");
});
