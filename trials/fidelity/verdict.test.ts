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

test("a page with its words and looks has no fault", () => {
  expect(judge(PAGE, {})).toEqual({ faults: [], excuses: [] });
});

test("a PDF that fails is a fault, even with a reason for its page", () => {
  const page = { ...PAGE, pdf: null, pdfErrors: ["PDF: page_timeout"] };
  expect(judge(page, { "a.html": { words: "known", looks: "known" } }).faults).toEqual(["PDF: page_timeout"]);
});

test("lost words are a fault, and a reason for the looks does not excuse them", () => {
  const page = { ...PAGE, pdf: { ...PDF, words: 0.98 } };
  expect(judge(page, { "a.html": { looks: "fixed header" } }).faults).toEqual(["words lost"]);
});

test("visible words that even the bare print does not have are a fault too", () => {
  expect(judge({ ...PAGE, pdf: { ...PDF, visible: 0.5 } }, {}).faults).toEqual(["words lost"]);
});

test("a page that looks different is a fault unless it has a reason", () => {
  const page = { ...PAGE, similarity: 0.9 };
  expect(judge(page, {}).faults).toEqual(["looks different"]);
  expect(judge(page, { "a.html": { looks: "fixed header" } })).toEqual({
    faults: [],
    excuses: ["fixed header"],
  });
});

test("a screenshot that fails is a fault unless its page has a reason for its looks", () => {
  const page = { ...PAGE, similarity: null, shotErrors: ["screenshot: page_too_tall"] };
  expect(judge(page, {}).faults).toEqual(["screenshot: page_too_tall"]);
  expect(judge(page, { "a.html": { looks: "too tall" } }).faults).toEqual([]);
});
