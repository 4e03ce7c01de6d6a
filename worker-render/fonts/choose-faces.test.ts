import { expect, test } from "vitest";
import { chooseFaces } from "./choose-faces.ts";
import { FontIndex } from "./font-index.ts";
import INDEX from "./index.txt";

const index = FontIndex.parse(JSON.parse(INDEX));

function choose(
  text: string,
  { emoji = [], languages = [] }: { emoji?: string[]; languages?: string[] } = {},
) {
  const { faces, without } = chooseFaces(index, { characters: text, emoji, languages });
  const bytes = faces.reduce((sum, { face }) => sum + face.length, 0);
  return {
    families: [...new Set(faces.map(({ family }) => family.name))],
    faces: faces.length,
    bytes,
    without,
  };
}

test("a script needs its own family, also for marks that other families have", () => {
  expect(choose("বাংলা।").families).toEqual(["platen-noto-sans-bengali"]);
  expect(choose("ខ្មែរ").families).toEqual(["platen-noto-sans-khmer"]);
});

test.for([
  ["ja", "platen-noto-sans-jp"],
  ["zh-CN", "platen-noto-sans-sc"],
  ["zh-TW", "platen-noto-sans-tc"],
  ["ko-KR", "platen-noto-sans-kr"],
])("Chinese characters have the form of the language: %s", ([language = "", family]) => {
  expect(choose("直骨", { languages: [language] }).families).toEqual([family]);
});

test("without a language, the other letters decide", () => {
  expect(choose("直あ").families).toEqual(["platen-noto-sans-jp"]);
  expect(choose("直글").families).toEqual(["platen-noto-sans-kr"]);
  expect(choose("直").families).toEqual(["platen-noto-sans-sc"]);
});

test("letters of other languages have a family too", () => {
  expect(choose("한あ", { languages: ["zh"] }).without).toEqual([]);
});

test("an emoji takes one part of its font, and a sequence the part that joins it", () => {
  expect(choose("", { emoji: ["😀"] }).faces).toBe(1);
  expect(choose("", { emoji: ["😀"] }).bytes).toBeLessThan(400_000);
  expect(choose("", { emoji: ["🇩🇪", "1️⃣", "👩‍👩‍👧", "👍🏽"] }).without).toEqual([]);
});

test("a character without a font is named", () => {
  expect(choose("𒀀")).toMatchObject({ faces: 0, without: ["𒀀"] });
});
