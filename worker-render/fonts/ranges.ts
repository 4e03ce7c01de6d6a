/** Ranges of code points, for CSS and for regular expressions. */
import type { Letters } from "./letters.ts";

/** Fonts of emoji have some code points below, to combine them. */
const FIRST_RARE = 0x180;
/** Shown as emoji without a variation selector, or a part of sequences. */
const EMOJI =
  /[\p{Emoji_Presentation}\p{Emoji_Modifier}\p{Regional_Indicator}\u{e0020}-\u{e007f}]|\u200d|\u20e3|\ufe0f/u;

type Ranges = readonly number[];

/**
 * The part of an emoji font's ranges that is shown as emoji: digits and signs such as ↔ are in them too, and are text except
 * in the emoji of the page.
 */
export function emojiRanges(ranges: Ranges, { emoji }: Letters): number[] {
  const inPage = new Set(emoji.join(""));
  const left: number[] = [];
  for (const [first, last] of pairsOf(ranges)) {
    for (let code = first; code <= last; code++) {
      const character = String.fromCodePoint(code);
      if (!EMOJI.test(character) && !inPage.has(character)) continue;
      if (left.at(-1) === code - 1) left[left.length - 1] = code;
      else left.push(code, code);
    }
  }
  return left;
}

/** The ranges as CSS has them. */
export function cssOf(ranges: Ranges): string {
  return pairsOf(ranges)
    .map(([first, last]) => `U+${first.toString(16)}-${last.toString(16)}`)
    .join(",");
}

/** The ranges inside of a class of a regular expression, without characters that every browser has. */
export function classOf(ranges: Ranges): string {
  return pairsOf(ranges)
    .filter(([first]) => first >= FIRST_RARE)
    .map(([first, last]) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`)
    .join("");
}

function pairsOf(ranges: Ranges): [first: number, last: number][] {
  return Array.from({ length: ranges.length / 2 }, (_, at) => [ranges[at * 2] ?? 0, ranges[at * 2 + 1] ?? 0]);
}
