/** Numbers of lines that stand in a column of their own, beside code whose lines are wrapped on paper. */
import { getDocument, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect, test } from "vitest";
import { convert, open } from "../render/convert.ts";
import { html } from "../render/pages.ts";

const LINE_PX = 20;
const SCROLLS = "overflow:auto;margin:0";
const LINES = ["first", "", "second".concat(" and more words".repeat(30)), "third", "fourth"];
const NUMBERS = LINES.map((_, index) => String(index + 1));
const CODE = LINES.join("\n");

const table = (numbers: string) =>
  `<div style="${SCROLLS}"><table><tr><td><pre>${numbers}</pre></td><td><pre><code>${CODE}\n</code></pre></td></tr></table></div>`;
const beside = (column: string, inside = "") =>
  `<div style="position:relative;padding-left:40px"><pre style="${SCROLLS}"><code>${CODE}${inside}</code></pre>${column}</div>`;
const column = (content: string) =>
  `<span class="column" style="position:absolute;left:0;top:0">${content}</span>`;

const KINDS = {
  // Rouge, Pygments.
  "a cell with a text": table(`${NUMBERS.join("\n")}\n`),
  // Chroma.
  "a cell with a span for each number": table(NUMBERS.map((number) => `<span>${number}\n</span>`).join("")),
  // VitePress.
  "a box behind the code": beside(column(NUMBERS.map((number) => `<span>${number}</span><br>`).join(""))),
  // Prism.
  "blocks that styles number": beside("", `\n${column("<i></i>".repeat(LINES.length))}`),
};

const { origin } = await open(
  Object.fromEntries(
    Object.entries(KINDS).map(([kind, content]) => [
      `/${encodeURIComponent(kind)}`,
      html(
        kind,
        content,
        `pre,.column{font:14px/${LINE_PX}px monospace;margin:0}table{border-spacing:0}td{padding:0}
        i{display:block;counter-increment:line}i::before{content:counter(line)}`,
      ),
    ]),
  ),
);

/** The words at the beginning of each text of the first sheet, with their height on it, in points. */
async function firstWords(bytes: Uint8Array): Promise<Map<string, number>> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
  const sheet = await (await task.promise).getPage(1);
  const words = new Map<string, number>();
  for (const item of (await sheet.getTextContent()).items) {
    if (!("str" in item) || !item.str.trim()) continue;
    words.set(item.str.trim().split(" ")[0] ?? "", Number(item.transform[5]));
  }
  await task.destroy();
  return words;
}

test.for(Object.keys(KINDS))("%s: each number is beside its line", async (kind) => {
  const words = await firstWords((await convert(`${origin}/${encodeURIComponent(kind)}`)).bytes);
  for (const [index, line] of LINES.entries()) {
    const word = line.split(" ")[0];
    if (!word) continue;
    const number = NUMBERS[index] ?? "";
    expect(words.get(number), number).toBeCloseTo(words.get(word) ?? 0, -1);
  }
  const rowsPt = (words.get("second") ?? 0) - (words.get("third") ?? 0);
  expect(rowsPt).toBeGreaterThan(3 * LINE_PX * 0.5);
});
