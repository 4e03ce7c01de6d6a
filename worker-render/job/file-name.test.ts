import { expect, test } from "vitest";
import { fileName } from "./file-name.ts";

test.for([
  ["A title", "A title.pdf"],
  ["  Größe \n und 中文 ", "Größe und 中文.pdf"],
  ['a/b\\c:d*e?"f<g>h|i', "a b c d e f g h i.pdf"],
  ["../../etc/passwd", "etc passwd.pdf"],
  ["evil\u202Efdp.exe", "evil fdp.exe.pdf"],
  ["...", "example.com.pdf"],
  ["", "example.com.pdf"],
])("%j is saved as %j", ([title = "", name]) => {
  expect(fileName(title, "https://example.com/x", "pdf")).toBe(name);
});

test("a long title is never cut in the middle of a character", () => {
  const name = fileName("😀".repeat(200), "https://example.com/", "png");
  expect(name).toBe(`${"😀".repeat(80)}.png`);
});
