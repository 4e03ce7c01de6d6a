/** Tall boxes in a line of text, which Chromium would move to a new sheet and cut through. */
import { expect, test } from "vitest";
import { convert, open } from "../render/convert.ts";
import { html } from "../render/pages.ts";
import { readPdf } from "../stage/read-pdf.ts";

const LINES = Array.from({ length: 100 }, (_, index) => `line ${index}.`);
const TEXT = LINES.map((line) => `<p>${line}</p>`).join("");
const OTHER_TEXT = TEXT.replaceAll("line", "beside");
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
    `<h1>Head</h1><div><main>${TEXT}</main> <main>${OTHER_TEXT}</main></div>`,
    "main{display:inline-block;width:40%;vertical-align:top}",
  ),
  "/beside-at-bottom": html(
    "Bottom",
    `<h1>Head</h1><div dir="rtl"><main>${TEXT}</main> <main>${OTHER_TEXT}</main></div>`,
    "main{display:inline-block;direction:ltr}",
  ),
  "/in-words": html(
    "Words",
    `<h1>Head</h1>Words beside it <main>${TEXT}</main>`,
    "main{display:inline-block;vertical-align:top}",
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

test.for(["/beside", "/beside-at-bottom"])(
  "%s: tall boxes beside each other are divided beside each other, and no line is cut",
  async (path) => {
    const sheets = await sheetsOf(path);
    expect(sheets[0]).toMatch(/Head.*line 0\./s);
    expect(sheets[0]).toContain("beside 0.");
    const words = sheets.join(" ");
    expect(words.match(/line \d+\./g)).toEqual(LINES);
    expect(words.match(/beside \d+\./g)).toHaveLength(LINES.length);
  },
);

test("a tall box in a line of words stays there", async () => {
  const [first, second] = await sheetsOf("/in-words");
  expect(first).toBe("Head");
  expect(second).toMatch(/Words beside it/);
});
