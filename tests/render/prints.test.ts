import { getDocument, OPS, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect, test } from "vitest";
import { PAPER_INCHES, PDF_FORMATS } from "#contract/job/values.ts";
import { PLANS, TIERS } from "#contract/plans.ts";
import { createJob, finishedJob } from "../../dev/job-client.ts";
import { readPdf } from "../stage/read-pdf.ts";
import { newAccount } from "../stage/service.ts";
import { convert, endOf, open, withoutHaste } from "./convert.ts";
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

/** Whether a background picture fills a shape of the first page. */
async function hasBackground(bytes: Buffer): Promise<boolean> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
  const { fnArray } = await (await (await task.promise).getPage(1)).getOperatorList();
  await task.destroy();
  return fnArray.includes(OPS.setFillColorN);
}

test.for(PDF_FORMATS)("%s has its own page box", async (format) => {
  const { bytes } = await convert(`${origin}/sections/1`, { pdfOptions: { format } });
  const [page] = await readPdf(bytes);
  const { width, height } = PAPER_INCHES[format];
  expect(Math.abs((page?.width ?? 0) - width * 72)).toBeLessThan(1);
  expect(Math.abs((page?.height ?? 0) - height * 72)).toBeLessThan(1);
});

test("a PDF is tagged, titled and has an outline", async () => {
  const { bytes, job } = await convert(`${origin}/sections/3`);
  const { info, outline, tagged } = await inspect(bytes);
  expect(info).toMatchObject({ Title: "Three sections" });
  expect(outline).toEqual([section(1), section(2), section(3)]);
  expect(tagged).toBe(true);
  expect(job.result).toMatchObject({ filename: "Three sections.pdf" });
});

test.for(TIERS)("the plan's page cap of %s is kept, and said to have cut", async (tier) => {
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
] as const)("a document of just as many pages as %s has is not cut", async ([tier, count]) => {
  const { job } = await convert(`${origin}/sections/${count}`, {}, tier);
  expect(job.result).toMatchObject({ pages: count, truncated: false });
});

test.for(["/sections/3", "/turned", "/sample.pdf"])(
  "a free PDF of %s carries the mark, a paid one none",
  async (path) => {
    const free = await convert(origin + path, {}, "free");
    const paid = await convert(origin + path, {}, "starter");
    for (const page of await readPdf(free.bytes)) expect(page.text).toContain(MARK);
    for (const page of await readPdf(paid.bytes)) expect(page.text).not.toContain(MARK);
  },
);

test.for([0, 90, 180, 270])(
  "on a page turned by %i degrees the mark stands upright at the bottom right",
  async (angle) => {
    const { bytes } = await convert(`${origin}/rotated/${angle}.pdf`, {}, "free");
    const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
    const page = await (await task.promise).getPage(1);
    const viewport = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const mark = items.find((item) => "str" in item && item.str.includes(MARK));
    if (!mark || !("transform" in mark)) throw new Error("no mark");
    const [along = 0, across = 0, , , x = 0, y = 0] = mark.transform;
    const [left = 0, top = 0] = viewport.convertToViewportPoint(x, y);
    const [right = 0, end = 0] = viewport.convertToViewportPoint(x + along, y + across);
    expect(left).toBeGreaterThan(viewport.width / 2);
    expect(top).toBeGreaterThan(viewport.height * 0.9);
    expect(top).toBeLessThan(viewport.height);
    expect(right).toBeGreaterThan(left);
    expect(end).toBeCloseTo(top);
    await task.destroy();
  },
);

test("the mark leaves tags, outline and title as they are", async () => {
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

test("a page that is printed sees an ordinary window, as wide as its layout on paper", () =>
  withoutHaste(async () => {
    const { bytes } = await convert(`${origin}/window`);
    const [page] = await readPdf(bytes);
    expect(page?.text).toContain("924 of 924x1080; 924x1080 at 1; 1 true ?1x; box 924 in 924; box");
  }));

test("a header that stays on the screen stands on one page", async () => {
  const { bytes } = await convert(`${origin}/fixed-header`);
  const text = (await readPdf(bytes)).map((page) => page.text).join(" ");
  expect(text.match(/THE HEADER/g)).toHaveLength(1);
});

test("styles for paper are used, unless they hide the page", async () => {
  const textOf = async (path: string) => {
    const { job, bytes } = await convert(origin + path);
    return { job, text: (await readPdf(bytes)).map((page) => page.text).join(" ") };
  };
  expect((await textOf("/for-paper")).text).toBe("For paper");
  const hidden = await textOf("/hidden-on-paper");
  expect(hidden.text).toContain("Seen on screen only");
  expect(hidden.job.warnings).toContainEqual(expect.objectContaining({ code: "hidden_on_paper" }));
});

test("a page that has spoiled its own scripts is captured as it stands", async () => {
  const { job, bytes } = await convert(`${origin}/spoiled`);
  expect((await readPdf(bytes))[0]?.text).toContain("Words all the same");
  expect(job.warnings).toContainEqual(expect.objectContaining({ code: "not_inspected" }));
});

test("a PDF is passed through, cut to the plan, also behind a redirect", async () => {
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

test("a PDF whose address is not UTF-8 is passed through under the name that it has", async () => {
  const { job } = await convert(`${origin}/Pr%E9sentation%20100%.pdf`);
  expect(job.result?.filename).toBe("Pr%E9sentation%20100%.pdf");
});

test("a PDF whose pages cannot be marked is told as such", async () => {
  const job = await endOf(`${origin}/sizeless.pdf`, {}, "free");
  expect(job).toMatchObject({ status: "failed", error: { code: "unreadable_pdf" } });
});

test("a PDF that comes slowly keeps nobody else's waiting", async () => {
  const slow = slowPdf();
  const server = await open({ "/slow.pdf": slow.respond });
  const account = await newAccount("free");
  const { jobId } = await createJob(account, { url: `${server.origin}/slow.pdf` });
  const slowJob = finishedJob(account, jobId);
  // The tab drops the first answer, and asks again for the one that it passes through.
  await expect.poll(() => server.hits.get("/slow.pdf"), { timeout: 30_000 }).toBe(2);
  const other = await endOf(`${origin}/sections/1`, {}, "free");
  const ended = Symbol();
  expect(await Promise.race([slowJob, ended])).toBe(ended);
  expect(other).toMatchObject({ status: "completed" });
  slow.letGo();
  expect(await slowJob).toMatchObject({ status: "completed", result: { pages: 1 } });
});

test("text of many scripts can be read back", async () => {
  const { bytes } = await convert(`${origin}/scripts`);
  const [page] = await readPdf(bytes);
  for (const word of ["Größe", "Кириллица", "Ελληνικά"]) expect(page?.text).toContain(word);
});

test("a picture that only paper shows is there, on a page with lazy images too", () =>
  withoutHaste(async () => {
    const { bytes } = await convert(`${origin}/logo-for-paper`);
    expect(await hasBackground(bytes)).toBe(true);
  }));

test("a picture that has failed has its alt text on paper, also where paper would have another source", async () => {
  const [page] = await readPdf((await convert(`${origin}/failed-pictures`)).bytes);
  expect(page?.text).toContain("The harbour at night");
  expect(page?.text).toContain("A boat");
  expect(page?.text).toContain("For a failed picture");
});
