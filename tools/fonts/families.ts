/** The fonts that draw what a browser has no glyph for: Noto, as npm packages. */
import type { Family } from "../../worker-render/fonts/font-index.ts";

export interface Source {
  /** The npm package. Those named `@fontsource-variable` have all weights in one file. */
  package: string;
  /** Parts of the family to take, as the package names them. Its Latin letters are left out: every browser has some. */
  parts: readonly string[];
  use: Family["use"];
}

/** Families with one file for each script of the same name. */
const VARIABLE = [
  ["arabic", "hebrew", "armenian", "georgian", "syriac", "thaana"],
  ["devanagari", "bengali", "gurmukhi", "gujarati", "oriya", "tamil"],
  ["telugu", "kannada", "malayalam", "sinhala", "meetei-mayek", "ol-chiki"],
  ["thai", "lao", "khmer", "myanmar", "cham", "lisu"],
  ["javanese", "balinese", "sundanese", "ethiopic", "adlam", "cherokee", "canadian-aboriginal"],
].flat();
const ONE_WEIGHT = [
  ["mongolian", "nko", "tifinagh", "vai", "tai-le", "new-tai-lue"],
  ["coptic", "gothic", "runic"],
].flat();

const variable = (name: string, parts: readonly string[], use: Family["use"] = "text"): Source => ({
  package: `@fontsource-variable/noto-${name}`,
  parts,
  use,
});
const oneWeight = (name: string, parts: readonly string[]): Source => ({
  package: `@fontsource/noto-${name}`,
  parts,
  use: "text",
});

/** `*`: all numbered parts. In this order, the first family that has a character draws it. */
export const SOURCES: readonly Source[] = [
  variable("sans", ["latin-ext", "vietnamese", "greek-ext", "cyrillic-ext", "greek", "cyrillic", "latin"]),
  ...VARIABLE.map((script) => variable(`sans-${script}`, [script])),
  ...ONE_WEIGHT.map((script) => oneWeight(`sans-${script}`, [script])),
  variable("serif-tibetan", ["tibetan"]),
  // Before the symbols: digits in circles and squares are common in Japanese, and fit its letters there.
  variable("sans-jp", ["*"], "ja"),
  variable("sans-sc", ["*"], "zh-hans"),
  variable("sans-tc", ["*"], "zh-hant"),
  variable("sans-kr", ["*"], "ko"),
  oneWeight("sans-math", ["latin"]),
  variable("sans-symbols", ["symbols"]),
  oneWeight("sans-symbols-2", ["symbols", "math", "braille"]),
  // Fontsource has emoji for Firefox and Safari: SVG, which Chromium does not draw. This package has COLRv1.
  { package: "@infolektuell/noto-color-emoji", parts: ["*"], use: "emoji" },
];
