/// <reference types="vite/types/importMeta.d.ts" />
import { expect, test } from "vitest";
import { FIGURES } from "./figures.ts";

const GUIDES = import.meta.glob<string>("../../../docs/performance.md", {
  query: "?raw",
  import: "default",
  eager: true,
});
const [guide = ""] = Object.values(GUIDES);
const NAMES = ["Platen", "puppeteer", "browserless"];

/** The figures of the guide: `PDF tiny` → milliseconds by tool, in the order of NAMES. */
function measured(): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [output, title] of [
    ["PDF", "### PDF"],
    ["Screenshot", "### Screenshots"],
  ] as const) {
    const [section = ""] = (guide.split(`${title}\n`)[1] ?? "").split("\n### ");
    const rows = section
      .split("\n")
      .filter((line) => line.startsWith("|"))
      .map((line) => line.split("|").map((cell) => cell.replaceAll(/[*,]/g, "").trim()));
    const [head = []] = rows;
    let page = "";
    for (const row of rows) {
      page = row[1]?.split(" ")[0] || page;
      if (row[2] === "alone") {
        found.set(
          `${output} ${page}`,
          NAMES.map((name) => Number(row[head.indexOf(name)])),
        );
      }
    }
  }
  return found;
}

test("the landing page shows every time of the performance guide, and no other", () => {
  const shown = FIGURES.map(({ output, page, platen, puppeteer, browserless }) => [
    `${output} ${page}`,
    [platen, puppeteer, browserless],
  ]);
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(measured()));
});
