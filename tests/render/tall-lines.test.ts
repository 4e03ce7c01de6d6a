/** Tall boxes in a line of text, which Chromium would move to a new sheet and cut through. */
import { expect, test } from "vitest";
import { readPdf } from "../stage/read-pdf.ts";
import { convert, open } from "./convert.ts";
import { html } from "./pages.ts";

const LINES = Array.from({ length: 100 }, (_, index) => `line ${index}.`);
const TEXT = LINES.map((line) => `<p>${line}</p>`).join("");
const BOX = "main{display:inline-block;width:100%}";

const { origin } = await open({
  "/whole-width": html("Box", `<h1>Head</h1><main>${TEXT}</main>`, BOX),
  "/print-styles": html("Print", `<h1>Head</h1><main>${TEXT}</main>`, `${BOX}@media print{p{margin:7px}}`),
  "/in-the-middle": html(
    "Middle",
    `<h1>Head</h1><span><main>${TEXT}</main></span>`,
    "body{text-align:center}main{display:inline-grid;text-align:left}",
  ),
  "/beside": html(
    "Beside",
    `<h1>Head</h1><main>${TEXT}</main><main>Right</main>`,
    "main{display:inline-block;width:40%;vertical-align:top}",
  ),
});

async function sheetsOf(path: string): Promise<string[]> {
  const { bytes } = await convert(origin + path);
  return (await readPdf(bytes)).map(({ text }) => text);
}

test.for(["/whole-width", "/print-styles", "/in-the-middle"])(
  "%s: a tall box begins below the text before it, and no line is cut",
  async (path) => {
    const sheets = await sheetsOf(path);
    expect(sheets[0]).toMatch(/Head\s+line 0\./);
    // A line that is cut is on both sheets.
    expect(sheets.join(" ").match(/line \d+\./g)).toEqual(LINES);
  },
);

test("boxes beside each other stay so", async () => {
  const [first, second] = await sheetsOf("/beside");
  expect(first).toBe("Head");
  expect(second).toMatch(/Right/);
});
