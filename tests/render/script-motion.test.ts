/** What scripts animate is shown in its last state, and what they show to visitors who scroll is there. */
import { expect, test } from "vitest";
import { convert, open } from "./convert.ts";
import { pictureReader } from "./pixels.ts";
import { BAR, BLOCKS, END, scriptMotionPages } from "./script-motion-pages.ts";
import { textOnPaper } from "./text-on-paper.ts";

const { origin } = await open(scriptMotionPages);
const read = await pictureReader();

async function shoot(path: string, screenshotOptions = {}) {
  return read((await convert(origin + path, { outputType: "screenshot", screenshotOptions })).bytes);
}

test("a chart of a library is drawn to its end", async () => {
  const chart = await shoot("/chart");
  for (const y of [2, BAR.px / 2, BAR.px - 2]) expect(await chart.at(900, y)).toEqual(BAR.color);
});

test.for(["performance", "date", "now"])(
  "a number that counts up by %s has its last value",
  async (clock) => {
    const path = `/counts/${clock}`;
    const [{ bytes }, picture] = await Promise.all([convert(origin + path), shoot(path)]);
    expect((await textOnPaper(bytes)).text).toContain(END.number);
    expect(await picture.at(900, 200)).toEqual(END.color);
  },
);

test("with animations: play, a screenshot shows a script's animation as it plays", async () => {
  const picture = await shoot("/counts/now", { animations: "play", fullPage: false });
  expect(await picture.at(900, 200)).not.toEqual(END.color);
});

test.for(["/revealed", "/revealed-in-view", "/observed-in-view"])(
  "every block of %s is in the picture",
  async (path) => {
    const picture = await shoot(path);
    expect(picture.height).toBe(BLOCKS.count * BLOCKS.px);
    for (let index = 0; index < BLOCKS.count; index++)
      expect(await picture.at(900, (index + 0.5) * BLOCKS.px), `block ${index}`).toEqual(BLOCKS.color);
  },
);
