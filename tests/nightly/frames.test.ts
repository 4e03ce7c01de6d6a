import { expect, test } from "vitest";
import { convert, open, withoutHaste } from "../render/convert.ts";
import {
  BOX_COLOR,
  CANVAS_COLOR,
  DRAWN,
  FRAME_COLOR,
  framePages,
  LAZY_COLOR,
  LEFT_OUT,
  SCROLLED_COLOR,
} from "../render/frames-pages.ts";
import { fillsOf } from "../render/ink.ts";
import { readPicture } from "../render/pixels.ts";
import { readPdf } from "../stage/read-pdf.ts";

const { origin } = await open(framePages);
const other = origin.replace("127.0.0.1", "localhost");

async function textOf(path: string) {
  const { job, bytes } = await convert(origin + path);
  return { job, text: (await readPdf(bytes)).map((page) => page.text).join(" ") };
}

test.for(["/drawn/first", "/drawn/below"])(
  "%s: frames of the same and of another site are printed after their scripts have drawn",
  (path) =>
    withoutHaste(async () => {
      const { text } = await textOf(path);
      for (const [words] of Object.values(DRAWN)) expect(text.split(`by ${words}`), words).toHaveLength(3);
    }),
);

test("nested frames are printed", () =>
  withoutHaste(async () => {
    const { text } = await textOf("/nested");
    expect(text).toContain("words of an outer frame");
    expect(text).toContain("words of a frame");
  }));

test("a frameset is captured with its frames", () =>
  withoutHaste(async () => {
    const { text } = await textOf("/frameset");
    for (const words of ["words of a frame", "line 1."]) expect(text).toContain(words);
    const { bytes } = await convert(`${origin}/frameset`, { outputType: "screenshot" });
    expect((await readPicture(bytes)).has(BOX_COLOR)).toBe(true);
  }));

test("sandboxed, isolated, srcdoc, object and lazy frames are printed", () =>
  withoutHaste(async () => {
    const { job, text } = await textOf("/kinds");
    for (const words of ["of a frame", "of a frame on its own", "of a srcdoc"]) {
      expect(text).toContain(`words ${words}`);
    }
    expect(text).toContain("by a timer");
    expect(text).toContain("by being seen");
    expect(job.warnings).toEqual([]);
  }));

test("a frame that scrolls is printed at its scroll position", () =>
  withoutHaste(async () => {
    const { text } = await textOf("/scrolls");
    expect(text).toContain("line 1.");
    expect(text).not.toContain("line 50.");
  }));

test("a frame of another site is printed with its background", () =>
  withoutHaste(async () => {
    const { bytes } = await convert(`${origin}/colored`);
    const fills = await fillsOf(bytes);
    for (const color of [FRAME_COLOR, BOX_COLOR]) expect(fills, color).toContain(color);
  }));

test("a screenshot shows the frames below the first screen and keeps the scroll position of boxes", () =>
  withoutHaste(async () => {
    const { bytes } = await convert(`${origin}/colored/below`, { outputType: "screenshot" });
    const picture = await readPicture(bytes);
    for (const color of [FRAME_COLOR, LAZY_COLOR, CANVAS_COLOR, SCROLLED_COLOR]) {
      expect(picture.has(color), color).toBe(true);
    }
  }));

test.for(LEFT_OUT)("a frame that %s is left out with a warning", ([, path, code, sentence]) =>
  withoutHaste(async () => {
    const { job, text } = await textOf(`/with${path}`);
    expect(text).toContain("The page");
    expect(job.warnings).toEqual([{ code, message: expect.stringContaining(sentence), url: other + path }]);
  }),
);
