/** Texts that move through a box, such as news: they begin outside of it. */
import { expect, test } from "vitest";
import { convert, open } from "./convert.ts";
import { html } from "./pages.ts";
import { readPicture } from "./pixels.ts";
import { textOnPaper } from "./text-on-paper.ts";

const COLOR = "rgb(200, 0, 100)";
const WORDS = ["Marquee", "Upwards", "Transformed", "Padded", "Placed", "First of list"];
const LONG = "Long news that do not fit into the box ".repeat(20);
const LATER = "Later";

const { origin } = await open({
  "/": html(
    "Tickers",
    `<marquee>${WORDS[0]}</marquee><marquee direction="up" height="50">${WORDS[1]}</marquee>
     <div><b style="animation-name:across">${WORDS[2]}</b></div>
     <div><b style="animation-name:leave;padding-left:100%">${WORDS[3]}</b></div>
     <div><b style="animation-name:place;position:relative">${WORDS[4]}</b></div>
     <div style="height:50px"><b style="animation-name:up">${WORDS[5]}<br>Second<br>Third</b></div>
     <div><b style="animation-name:across"><i>&nbsp;</i> ${LONG}</b></div>`,
    `div{overflow:hidden;white-space:nowrap}b{display:inline-block;animation:9s linear infinite}i{background:${COLOR}}
     @keyframes across{from{transform:translateX(2000px)}to{transform:translateX(-100%)}}
     @keyframes leave{to{transform:translateX(-100%)}}
     @keyframes place{from{left:100%}to{left:-100%}}
     @keyframes up{from{transform:translateY(100%)}to{transform:translateY(-100%)}}`,
  ),
  "/series": html(
    "Series",
    `<div><b style="animation-name:first">${WORDS[0]}</b><b style="animation-name:second">${LATER}</b></div>`,
    `div{position:relative;overflow:hidden;height:50px}b{position:absolute;animation:9s linear infinite}
     @keyframes first{0%,49%{left:0}50%,100%{left:100%}}
     @keyframes second{0%,49%{left:100%}50%,100%{left:0}}`,
  ),
});

test("each text begins at the edge of its box on paper and in the picture", async () => {
  const [pdf, shot] = await Promise.all([
    convert(origin),
    convert(origin, { outputType: "screenshot", screenshotOptions: { type: "png" } }),
  ]);
  const { text } = await textOnPaper(pdf.bytes);
  for (const words of [...WORDS, LONG.slice(0, 50)]) expect(text).toContain(words);
  expect((await readPicture(shot.bytes)).has(COLOR)).toBe(true);
});

test("texts that take turns in one box are not shown over each other", async () => {
  const { text } = await textOnPaper((await convert(`${origin}/series`)).bytes);
  expect(text).toContain(WORDS[0]);
  expect(text).not.toContain(LATER);
});
