/** What scripts animate is shown in its last state, and what they show to visitors who scroll is there. */
import { expect, test } from "vitest";
import { convert, open, withoutHaste } from "../render/convert.ts";
import { pdfDrawer } from "../render/drawn.ts";
import { readPicture } from "../render/pixels.ts";
import { textOnPaper } from "../render/text-on-paper.ts";
import { BAR, BLOCKS, END, SLIDES, scriptMotionPages } from "./script-motion-pages.ts";

const { origin } = await open(scriptMotionPages);
const draw = await pdfDrawer();

async function shoot(path: string, screenshotOptions = {}) {
  return readPicture((await convert(origin + path, { outputType: "screenshot", screenshotOptions })).bytes);
}

test("a chart of a library is drawn to its end", async () => {
  const chart = await shoot("/chart");
  for (const y of [2, BAR.px / 2, BAR.px - 2]) expect(chart.at(900, y)).toEqual(BAR.color);
});

test.for(["performance", "date", "now", "slowly", "long"])(
  "a number that counts up has its last value: %s",
  (page) =>
    withoutHaste(async () => {
      const path = `/counts/${page}`;
      const [{ bytes }, picture] = await Promise.all([convert(origin + path), shoot(path)]);
      expect((await textOnPaper(bytes)).text).toContain(END.number);
      expect(picture.at(900, 200)).toEqual(END.color);
    }),
);

test("the clocks of a page that draws run fast, but not with animations: play", async () => {
  const [settled, played] = await Promise.all([shoot("/ahead"), shoot("/ahead", { animations: "play" })]);
  expect(settled.at(900, 100)).toEqual(END.color);
  expect(played.at(900, 100)).not.toEqual(END.color);
});

test.for([
  "/revealed",
  "/revealed-in-view",
  "/observed-in-view",
  "/seen-in-view",
  "/follows-window",
  "/follows-window-by-script",
])("every block of %s is in the picture", async (path) => {
  const picture = await shoot(path);
  expect(picture.height).toBe(BLOCKS.count * BLOCKS.px);
  for (let index = 0; index < BLOCKS.count; index++)
    expect(picture.at(900, (index + 0.5) * BLOCKS.px), `block ${index}`).toEqual(BLOCKS.color);
});

test.for(["/follows-window", "/follows-window-by-script"])("every block of %s is on paper", async (path) => {
  const { bytes } = await convert(origin + path, { pdfOptions: { singlePage: true } });
  const colors = await draw(bytes);
  const inBlocks = colors.filter((channel, at) => at % 3 === 0 && channel === BLOCKS.color[0]).length;
  // The rest are margins.
  expect(inBlocks / (colors.length / 3)).toBeGreaterThan(0.75);
});

test("of slides that take turns at one place, one is in the picture", async () => {
  const picture = await shoot("/slides");
  const colors = SLIDES.left.map((left) => picture.at(left + 50, SLIDES.top + 150));
  expect(colors.filter((color) => String(color) === String(END.color))).toHaveLength(1);
});
