/** Splits texts into words as a reader sees them, and counts how many words of one text are in another. */

/** Direction marks, zero-width characters and soft hyphens. They are invisible, so a PDF need not keep them. */
const INVISIBLE = /[\p{Cf}\u0640]/gu;
/** Scripts without spaces are compared character by character. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[\p{L}\p{N}]+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\p{L}\p{N}]|$)/gu;
/** PDF readers return the letters of these words in either order, so a word is its sorted letters. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
/** A word that a line's end divides. */
const DIVIDED = /(\p{L}+)[-\u2010\u00ad]\n\s*(\p{Ll}+)/gu;

/** Ligatures, presentation forms, case and combining marks do not make another word. */
function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").replace(INVISIBLE, "").toUpperCase().toLowerCase();
}

/** The words of `text` in their order. A word divided by a hyphen at a line's end counts whole and in its parts. */
export function wordsOf(text: string): string[] {
  const whole = [...text.matchAll(DIVIDED)].map(([, start = "", end = ""]) => start + end);
  const words = plain([text, ...whole].join("\n")).match(WORD) ?? [];
  return words.map((word) => (RIGHT_TO_LEFT.test(word) ? [...word].sort().join("") : word));
}

function countOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

export interface Recall {
  /** Found ÷ wanted; 1 when nothing is wanted. */
  share: number;
  wanted: number;
  missing: string[];
}

/**
 * How many of `wanted`, with repetitions, are in `found`. A PDF has positioned glyphs, so words can be joined or divided
 * differently: the rest is searched in the remaining words, joined without gaps.
 */
export function recallOf(wanted: readonly string[], found: readonly string[]): Recall {
  const open = countOf(found);
  const unmatched = wanted.filter((word) => {
    const count = open.get(word) ?? 0;
    if (count > 0) open.set(word, count - 1);
    return count === 0;
  });
  let row = found
    .filter((word) => {
      const count = open.get(word) ?? 0;
      if (count > 0) open.set(word, count - 1);
      return count > 0;
    })
    .join("");
  const missing = unmatched.filter((word) => {
    const at = row.indexOf(word);
    if (at < 0) return true;
    row = `${row.slice(0, at)} ${row.slice(at + word.length)}`;
    return false;
  });
  const share = wanted.length === 0 ? 1 : 1 - missing.length / wanted.length;
  return { share, wanted: wanted.length, missing };
}

/** This many words in a row identify a place in a text. */
const PLACE_WORDS = 6;

/** The part of `whole` up to the last words of `cut`. Of several places, the one nearest in length. Null without one. */
export function upToEndOf(cut: readonly string[], whole: readonly string[]): string[] | null {
  const last = cut.slice(-PLACE_WORDS);
  let best: number | null = null;
  for (let end = last.length; end <= whole.length; end++) {
    const isHere = last.every((word, index) => whole[end - last.length + index] === word);
    const isNearer = best === null || Math.abs(end - cut.length) < Math.abs(best - cut.length);
    if (isHere && isNearer) best = end;
  }
  return best === null ? null : whole.slice(0, best);
}
