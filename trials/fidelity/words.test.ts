import { expect, test } from "vitest";
import { recallOf, upToEndOf, wordsOf } from "./words.ts";

function share(wanted: string, found: string): number {
  return recallOf(wordsOf(wanted), wordsOf(found)).share;
}

test("a text has all its own words", () => {
  expect(share("The press is inked.", "The press is inked.")).toBe(1);
});

test("a word that is missing once counts once", () => {
  const recall = recallOf(wordsOf("ink and ink and ink"), wordsOf("ink and ink"));
  expect(recall.missing).toEqual(["and", "ink"]);
  expect(recall.share).toBeCloseTo(3 / 5);
});

test("ligatures, case, accents, soft hyphens and direction marks do not make another word", () => {
  expect(share("OFFICE café ex\u00adample \u200fשלום", "o\ufb03ce cafe\u0301 example שלום")).toBe(1);
});

test("an Arabic word is found in either order of its letters, in presentation forms too", () => {
  expect(share("سلام", "\ufeb3\ufefc\ufee1")).toBe(1);
  expect(share("رجلان", "\ufee5\ufefc\ufe9f\ufead")).toBe(1);
});

test("a word divided at a line's end is found", () => {
  expect(share("hyphenation works", "hyphen-\nation works")).toBe(1);
});

test("a hyphenated word that a line's end divides is found", () => {
  expect(share("well-known press", "well-\nknown press")).toBe(1);
});

test("words that a PDF joins or divides are found", () => {
  expect(share("Name Price 12", "NamePrice 12")).toBe(1);
  expect(share("NamePrice", "Name Price")).toBe(1);
});

test("scripts without spaces are compared by the character", () => {
  const recall = recallOf(wordsOf("印刷機の紙"), wordsOf("印刷の紙"));
  expect(recall.missing).toEqual(["機"]);
  expect(recall.wanted).toBe(5);
});

test("a text without words has a share of 1", () => {
  expect(share(" – ", "")).toBe(1);
});

test("a text that was cut is compared with the part up to its end", () => {
  const whole = wordsOf("one two three four five six seven eight nine ten");
  expect(upToEndOf(wordsOf("one three four five six seven eight"), whole)).toEqual(whole.slice(0, 8));
  expect(upToEndOf(wordsOf("eight seven six five four three"), whole)).toBeNull();
});
