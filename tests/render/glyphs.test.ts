/** Text in each script is drawn with real glyphs, not with the box that replaces a missing glyph. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { installShell, shellRunsHere } from "../../dev/browser/shell.ts";
import { convert, open } from "./convert.ts";
import { html } from "./pages.ts";
import { pictureReader } from "./pixels.ts";

const SCRIPTS = [
  { name: "Latin", letters: "Gßøğ" },
  { name: "Cyrillic", letters: "жщяы" },
  { name: "Greek", letters: "λψΩξ" },
  { name: "Arabic", letters: "عسهق" },
  { name: "Hebrew", letters: "שלמר" },
  { name: "Devanagari", letters: "कखगघ" },
  { name: "Thai", letters: "กขคฆ" },
  { name: "Chinese", letters: "中文書體" },
  { name: "Japanese", letters: "あカヌの" },
  { name: "Korean", letters: "한글서울" },
  { name: "emoji", letters: "😀🚀🍎🐳" },
];
/** Code point without a character: no font has a glyph for it, so the browser draws its box. */
const UNASSIGNED = "\u{378}";
const CELL = 80;

const cells = SCRIPTS.flatMap(({ letters }, row) =>
  [...letters, UNASSIGNED].map(
    (letter, column) => `<i style="left:${column * CELL}px;top:${row * CELL}px">${letter}</i>`,
  ),
);
const { origin } = await open({
  "/glyphs": html(
    "Glyphs",
    cells.join(""),
    `i{position:absolute;width:${CELL}px;height:${CELL}px;font:normal 40px/${CELL}px sans-serif;text-align:center}`,
  ),
});
const read = await pictureReader();
const viewport = { width: 6 * CELL, height: SCRIPTS.length * CELL };
const { bytes } = await convert(`${origin}/glyphs`, {
  outputType: "screenshot",
  screenshotOptions: { viewport },
});
const picture = await read(bytes);
const shell = !process.env.CHROME_PATH && shellRunsHere() ? await installShell() : null;

/** Whether the rendering browser has a font with these letters. */
function hasFont(letters: string): boolean {
  const codes = [...letters].map((letter) => letter.codePointAt(0)?.toString(16));
  const env = { ...process.env, ...(shell && { FONTCONFIG_FILE: shell.fontsConf }) };
  try {
    return execFileSync("fc-list", [`:charset=${codes.join(" ")}`], { env }).length > 0;
  } catch {
    // Without fc-list only the fonts of the headless shell are certain: Latin, Greek and Cyrillic, all below U+0500.
    return shell !== null && [...letters].every((letter) => letter < "\u0500");
  }
}

test.for(SCRIPTS.map((script, row) => ({ ...script, row })))(
  "text in $name is drawn with real glyphs",
  async ({ name, letters, row }, { skip }) => {
    skip(!hasFont(letters), `No font of this machine has ${name} (docs/rendering.md, Fonts).`);
    const drawn = [...letters, UNASSIGNED].map((_, column) =>
      picture.bits(column * CELL, row * CELL, CELL, CELL),
    );
    const bitmaps = new Set(await Promise.all(drawn));
    expect(bitmaps.size).toBe(drawn.length);
    expect(bitmaps).not.toContain(await picture.bits(5 * CELL, row * CELL, CELL, CELL));
  },
);
