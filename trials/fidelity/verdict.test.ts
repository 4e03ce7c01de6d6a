import { expect, test } from "vitest";
import { judge } from "./verdict.ts";

const PDF = {
  pages: 1,
  truncated: false,
  scale: 1,
  words: 1,
  images: 1,
  visible: 1,
  bareVisible: 1,
  missing: [],
};
const PAGE = {
  name: "a.html",
  pdf: PDF,
  similarity: 1,
  warnings: [],
  pdfErrors: [],
  shotErrors: [],
  notes: [],
};

test("a page whose words and looks are there is right", () => {
  expect(judge(PAGE, {})).toEqual({ faults: [], excuses: [] });
});

test("a PDF that fails is a fault, whatever the reasons say", () => {
  const page = { ...PAGE, pdf: null, pdfErrors: ["PDF: page_timeout"] };
  expect(judge(page, { "a.html": { words: "known", looks: "known" } }).faults).toEqual(["PDF: page_timeout"]);
});

test("lost words are a fault, and no reason for the looks excuses them", () => {
  const page = { ...PAGE, pdf: { ...PDF, words: 0.98 } };
  expect(judge(page, { "a.html": { looks: "fixed header" } }).faults).toEqual(["words lost"]);
});

test("words that can be seen and that not even the bare print holds are a fault too", () => {
  expect(judge({ ...PAGE, pdf: { ...PDF, visible: 0.5 } }, {}).faults).toEqual(["words lost"]);
});

test("a page that looks different is a fault unless its reason is named", () => {
  const page = { ...PAGE, similarity: 0.9 };
  expect(judge(page, {}).faults).toEqual(["looks different"]);
  expect(judge(page, { "a.html": { looks: "fixed header" } })).toEqual({
    faults: [],
    excuses: ["fixed header"],
  });
});

test("a screenshot that fails is a fault unless its reason is named", () => {
  const page = { ...PAGE, similarity: null, shotErrors: ["screenshot: page_too_tall"] };
  expect(judge(page, {}).faults).toEqual(["screenshot: page_too_tall"]);
  expect(judge(page, { "a.html": { looks: "too tall" } }).faults).toEqual([]);
});
