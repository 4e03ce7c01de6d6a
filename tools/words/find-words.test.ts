import { expect, test } from "vitest";
import { findWords } from "./find-words.ts";
import { HOUSE_STYLE } from "./house-style.ts";

test("a word that is not in the house style is found with its line and what to write", () => {
  expect(findWords("The first line.\nNobody reads it anew.")).toEqual([
    { line: 2, word: "anew", use: "again, new" },
    { line: 2, word: "Nobody", use: "the role: the caller, the owner, no other job" },
  ]);
});

test.for([
  "It reports the error and returns null.",
  "The response has no body; understanding it is easy.",
  "const MAX_ROWS = 5; // at most",
  "A page that goes online, and a bring-your-own key",
  "return Response.json({ Status: 0, Answer: records });",
  "The first row's filter is None.",
])("plain text passes: %s", (text) => {
  expect(findWords(text)).toEqual([]);
});

test("no pattern matches its own advice", () => {
  for (const { pattern, use } of HOUSE_STYLE) expect(use).not.toMatch(pattern);
});
