/** What stands at the end of a sheet and at the beginning of the next one. */
import { getDocument, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect, test } from "vitest";
import { convert, open } from "../render/convert.ts";
import { html } from "../render/pages.ts";
import { readPdf } from "../stage/read-pdf.ts";

/** A4 has about 1,020 px between the margins of 50 px. */
const above = (px: number) => `<div style="height:${px}px;background:#eee">First</div>`;
const PRINT = "@media print{body{color:#111}}";
const LINES = Array.from({ length: 48 }, (_, index) => `line ${index}.`);
const CODE = `<pre>${LINES.join("\n")}</pre>`;
const ONE_PIECE = `${PRINT}body{margin:0;font:16px/20px serif}pre,div{margin:0;break-inside:avoid}`;

const ITEMS = Array.from({ length: 17 }, (_, at) => `<p>item ${at}.</p>`).join("");
const layout = (style: string) =>
  html(
    "Column",
    `<section><nav>Menu</nav><div><main>${ITEMS}</main><footer>Footer</footer></div></section>`,
    `body{margin:0}p{height:210px;margin:0;break-inside:avoid;background:#eee}section{display:flex;min-height:100vh}
     div{display:flex;flex:auto;flex-direction:column}main{flex:auto;min-height:0}${style}`,
  );

const row = (at: number) => `<tr><td>row ${at}.<td>a<td>b</tr>`;
const rows = Array.from({ length: 90 }, (_, at) => row(at)).join("");
const heads = ["Name", "<i>City</i>", "Year <svg width=9 height=9></svg>"];
const table = (button: string) =>
  `<table><thead><tr>${heads.map((name) => `<th><${button}>${name}</${button}></th>`).join("")}<tbody>${rows}</table>`;

const items = (item: (at: number) => string) => Array.from({ length: 10 }, (_, at) => item(at)).join("");

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
  "/headings-in-items": html(
    "H",
    `${above(800)}<main>${items((at) => `<div><h5>item ${at}.</h5></div>`)}</main>`,
    `${PRINT}body{margin:0}`,
  ),
  "/heading-of-card": html(
    "H",
    `${above(945)}<main><div><h2>Heading</h2></div><div>${items((at) => `<p>item ${at}.</p>`)}</div></main>`,
    `${PRINT}body{margin:0}main{display:flex;flex-direction:column}`,
  ),
  "/chart": html(
    "Chart",
    `${above(1200)}<main><div><div><canvas width=600 height=350></canvas></div></div></main><p>words below</p>`,
    "body{margin:0}main{padding:9px;border:1px solid}div div{position:relative}div{width:600px;height:350px}canvas{position:absolute;left:0;top:0}",
  ),
  // As in Scalar's references. The box of the code is as high as its card leaves room for it.
  ...Object.fromEntries(
    ["flex", "grid"].map((display) => [
      `/cut-off-${display}`,
      html(
        "Cut off",
        `${above(900)}<section><b>file</b><main><article><div>${CODE}</div></article></main></section>${items((at) => `<p>item ${at}.</p>`)}`,
        `body{margin:0;font:16px/20px serif}pre{margin:0}section,article{display:flex;flex-direction:column;min-height:0}section{max-height:320px}
         main{display:${display};flex:1;overflow:auto}section div{flex:1;overflow:auto;min-height:0}`,
      ),
    ]),
  ),
  // As in a tab of Angular Material.
  ...Object.fromEntries(
    ["flex", "grid"].map((display) => [
      `/table-in-${display}`,
      html(
        "Table",
        `<section><main><div>${table("b")}</div></main><p style="position:absolute"></p></section><p>words below</p>`,
        `section{display:${display};position:relative;overflow:hidden}main{flex-grow:1;overflow:hidden auto}div{height:100%;overflow:auto}
         table{width:100%;border-collapse:collapse}td,th{height:40px;padding:0;border-bottom:1px solid}`,
      ),
    ]),
  ),
  "/code": html("Code", above(100) + CODE, ONE_PIECE),
  "/code-in-box": html("Code", `${above(100)}<div><b>file</b>${CODE}</div>`, ONE_PIECE),
  "/words": html(
    "Words",
    `${above(100)}<div>${CODE.replaceAll("pre>", "p>")}</div>`,
    `${ONE_PIECE}p{white-space:pre}`,
  ),
  "/column": layout(""),
  "/column-for-paper": layout(PRINT),
  "/buttons": html("Table", table("button"), PRINT),
  "/buttons-on-screen": html(
    "Table",
    table("button"),
    "button{display:inline-flex;gap:4px}data{display:none}",
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

test("headings of one item each do not keep the items together", async () => {
  const [first, second] = await sheetsOf("/headings-in-items");
  expect(first).toContain("item 0.");
  expect(second).toContain("item 9.");
});

test("a heading in a part of its own is on the sheet of the next part", async () => {
  const [first, second] = await sheetsOf("/heading-of-card");
  expect(first).not.toContain("Heading");
  expect(second).toMatch(/Heading\s+item 0\./);
});

test("a style of the page can let a heading end a sheet", async () => {
  const [first, second] = await sheetsOf("/own-rule");
  expect(first).toContain("Heading");
  expect(second).toContain("words below");
});

test.for(["flex", "grid"])(
  "what a box in a %s cuts off is not printed over what follows it",
  async (display) => {
    const sheets = await readPdf((await convert(`${origin}/cut-off-${display}`)).bytes);
    const text = sheets.map((sheet) => sheet.text).join(" ");
    expect(text).toContain("line 4.");
    expect(text).toContain("item 9.");
    expect(text).not.toContain("line 30.");
  },
);

test.for(["/code", "/code-in-box"])(
  "%s: code of almost a sheet begins below what is before it",
  async (path) => {
    const sheets = await sheetsOf(path);
    expect(sheets[0]).toMatch(/First.*line 0\./s);
    expect(sheets.join(" ").match(/line \d+\./g)).toEqual(LINES);
  },
);

test("other boxes of almost a sheet stay in one piece", async () => {
  const [first, second] = await sheetsOf("/words");
  expect(first).not.toContain("line");
  expect(second).toMatch(/line 0\..*line 47\./s);
});

test.for(["/buttons", "/buttons-on-screen"])(
  "%s: buttons in a table's head have words on each sheet",
  async (path) => {
    const sheets = await sheetsOf(path);
    expect(sheets.length).toBeGreaterThan(1);
    for (const sheet of sheets) for (const word of ["Name", "City", "Year"]) expect(sheet).toContain(word);
  },
);

/** How high these words stand on the last sheet, in points. */
async function heightOf(bytes: Buffer, words: string): Promise<number | undefined> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
  const document = await task.promise;
  const { items } = await (await document.getPage(document.numPages)).getTextContent();
  await task.destroy();
  const item = items.find((one) => "str" in one && one.str.includes(words));
  return item && "transform" in item ? Number(item.transform[5]) : undefined;
}

test("a chart that is placed in its box is on one sheet", async () => {
  const { job, bytes } = await convert(`${origin}/chart`);
  expect(job.result?.pages).toBe(2);
  // A4 has 842 points. A rest of the chart would leave more below it.
  expect(await heightOf(bytes, "words below")).toBeLessThan(650);
});

test.for(["/column", "/column-for-paper"])("%s: a footer stands below the last item", async (path) => {
  const { bytes } = await convert(origin + path);
  const [item, footer] = [await heightOf(bytes, "item 16."), await heightOf(bytes, "Footer")];
  expect(footer).toBeLessThan(item ?? 0);
});

test.for(["/table-in-flex", "/table-in-grid"])("%s: all rows are above what follows them", async (path) => {
  const { bytes } = await convert(origin + path);
  const text = (await readPdf(bytes)).map((sheet) => sheet.text).join(" ");
  for (let at = 0; at < 90; at += 1) expect(text).toContain(`row ${at}.`);
  const [last, below] = [await heightOf(bytes, "row 89."), await heightOf(bytes, "words below")];
  expect(below).toBeLessThan(last ?? 0);
});
