/** What stands at the end of a sheet and at the beginning of the next one. */
import { expect, test } from "vitest";
import { convert, open } from "../render/convert.ts";
import { html } from "../render/pages.ts";
import { readPdf } from "../stage/read-pdf.ts";

/** A4 has about 1,020 px between the margins of 50 px. */
const above = (px: number) => `<div style="height:${px}px;background:#eee">First</div>`;
const PRINT = "@media print{body{color:#111}}";

const { origin } = await open({
  "/heading": html("H", `${above(950)}<h2>Heading</h2><p>words below</p>`, `${PRINT}body{margin:0}`),
  "/heading-in-header": html(
    "H",
    `${above(950)}<section><header><h2>Heading</h2></header><p>words below</p></section>`,
    `${PRINT}body{margin:0}header{display:flex}`,
  ),
  "/own-rule": html(
    "H",
    `${above(950)}<h2>Heading</h2><p>words below</p>`,
    `${PRINT}body{margin:0}h2{break-after:auto}`,
  ),
});

async function sheetsOf(path: string): Promise<string[]> {
  const { bytes } = await convert(origin + path);
  return (await readPdf(bytes)).map(({ text }) => text);
}

test.for(["/heading", "/heading-in-header"])(
  "%s: a heading is on the sheet of what follows",
  async (path) => {
    const [first, second] = await sheetsOf(path);
    expect(first).toContain("First");
    expect(first).not.toContain("Heading");
    expect(second).toMatch(/Heading\s+words below/);
  },
);

test("a style of the page can let a heading end a sheet", async () => {
  const [first, second] = await sheetsOf("/own-rule");
  expect(first).toContain("Heading");
  expect(second).toContain("words below");
});
