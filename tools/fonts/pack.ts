/** Joins the font files of the npm packages into the one object that R2 holds, and lists what is where in it. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { fontsKey } from "#store/fonts.ts";
import { type Face, type FontIndex, PREFIX } from "../../worker-render/fonts/font-index.ts";
import { ROOT } from "../paths.ts";
import { SOURCES, type Source } from "./families.ts";
import { lettersOf } from "./woff2.ts";

/** By the name of a part, such as `arabic` or `[12]`: its characters in CSS, such as `U+0600-06FF,U+200C`. */
const Parts = z.record(z.string(), z.string());
/** The package lists all characters of Noto Sans Math as Latin ones. */
const MISNAMED = "noto-sans-math";
const VARIABLE = /^@fontsource-variable\//;
/** Characters that every browser draws, also in worker-render/fonts/letters.in-page.js. Most fonts have some of them. */
const COMMON = /[\0-\u017f\u2000-\u200b\u200e-\u203a\u205f-\u206f\u20ac\u2122\u2212]/;

/** A font file of a family. */
interface Part {
  bytes: Buffer;
  /** The characters for which the package lists it. */
  isListed: (letter: number) => boolean;
}

function readParts(source: Source): Part[] {
  const folder = join(ROOT, "node_modules", source.package);
  return source.use === "emoji" ? readEmoji(folder) : readFontsource(folder, source.parts);
}

function readEmoji(folder: string): Part[] {
  const files = readdirSync(join(folder, "files")).sort();
  return files.map((file) => ({ bytes: readFileSync(join(folder, "files", file)), isListed: () => true }));
}

function readFontsource(folder: string, parts: readonly string[]): Part[] {
  const name = basename(folder);
  const listed = Parts.parse(JSON.parse(readFileSync(join(folder, "unicode.json"), "utf8")));
  const numbered = Object.keys(listed).flatMap((part) => /^\[(\d+)\]$/.exec(part)?.[1] ?? []);
  return parts
    .flatMap((part) => (part === "*" ? numbered : [part]))
    .map((part) => {
      const path = (weight: string) => join(folder, "files", `${name}-${part}-${weight}-normal.woff2`);
      const isListed = inRanges(listed[part] ?? listed[`[${part}]`] ?? "");
      return {
        bytes: readFileSync(existsSync(path("wght")) ? path("wght") : path("400")),
        isListed: name === MISNAMED ? () => true : isListed,
      };
    });
}

/** All font files, one after another. */
export function readFontObject(): { key: string; bytes: Buffer<ArrayBuffer> } {
  const bytes = Buffer.concat(SOURCES.flatMap((source) => readParts(source).map((part) => part.bytes)));
  return { key: fontsKey(createHash("sha256").update(bytes).digest("hex")), bytes };
}

/** What is where in the object. Takes a second, because it reads the characters of each file. */
export function listFonts(): FontIndex {
  let offset = 0;
  const families = SOURCES.map((source) => {
    const faces = readParts(source).map(({ bytes, isListed }): Face => {
      const isWanted = (letter: number) =>
        isListed(letter) && (source.use === "emoji" || !COMMON.test(String.fromCodePoint(letter)));
      const ranges = toRanges([...lettersOf(bytes)].filter(isWanted));
      const weight = VARIABLE.test(source.package) ? "100 900" : "400";
      const face = { ranges, weight, offset, length: bytes.length };
      offset += bytes.length;
      return face;
    });
    const used = faces.filter(({ ranges }) => ranges.length > 0);
    return { name: `${PREFIX}${basename(source.package)}`, use: source.use, faces: used };
  });
  return { key: readFontObject().key, families };
}

/** Whether a code point is in the ranges, which are in CSS. */
function inRanges(css: string): (letter: number) => boolean {
  const ranges = css.split(",").map((range) => {
    const [first = "", last = first] = range.trim().slice(2).split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
  return (letter) => ranges.some(([first, last]) => first <= letter && letter <= last);
}

/** First and last code points of the ranges, by turns. */
function toRanges(letters: readonly number[]): number[] {
  const ranges: number[] = [];
  for (const letter of letters.toSorted((one, other) => one - other)) {
    if (letter - 1 === ranges.at(-1)) ranges[ranges.length - 1] = letter;
    else ranges.push(letter, letter);
  }
  return ranges;
}
