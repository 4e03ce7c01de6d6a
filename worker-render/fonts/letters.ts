/** What a document shows that the browser may have no glyphs for. */
import { z } from "zod";
import { call } from "../devtools/in-page.ts";
import lettersInPage from "./letters.in-page.js";
import textsInPage from "./texts.in-page.js";

/** A page with more has the rest drawn by the browser alone. */
const MAX = { characters: 5_000, emoji: 500, languages: 20 };

export const Letters = z.object({
  /** Each character once. */
  characters: z.string().max(MAX.characters * 2),
  /** Each emoji, of one or more code points. */
  emoji: z.array(z.string().max(40)).max(MAX.emoji),
  /** Values of `lang` in the document. */
  languages: z.array(z.string().max(20)).max(MAX.languages),
});
export type Letters = z.infer<typeof Letters>;

export const NO_LETTERS: Letters = { characters: "", emoji: [], languages: [] };

/** Source of an expression of the letters. */
export const READ_LETTERS = call(lettersInPage, MAX, textsInPage);
