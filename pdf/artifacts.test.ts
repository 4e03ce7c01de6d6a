import { expect, test } from "vitest";
import { markArtifacts } from "./artifacts.ts";

const BOX = "0 0 9 9 re\nf\n";
const TEXT = "BT\n/ReversedChars BMC\n/F5 9 Tf\n<0001> Tj\nEMC\nET\n";
const TAGGED = `/P <</MCID 0 >>BDC\n${BOX}${TEXT}EMC\n`;

const mark = (content: string) => markArtifacts(content, (form) => form === 7);

test("what is drawn outside the tags becomes an artifact, and tagged content stays as it is", () => {
  expect(mark(`q\n${BOX}${TAGGED}Q\n${TEXT}`)).toBe(
    `/Artifact BMC\nq\n${BOX}EMC\n${TAGGED}/Artifact BMC\nQ\n${TEXT}EMC\n`,
  );
  expect(mark(`q\n${TAGGED}Q\n`)).toBe(`q\n${TAGGED}Q\n`);
});

test("a picture becomes an artifact, and a form with tags of its own does not", () => {
  expect(mark("q\n/X6 Do\nQ\n/X7 Do\n")).toBe("/Artifact BMC\nq\n/X6 Do\nQ\nEMC\n/X7 Do\n");
});

test.for([
  ["marks of another shape", `/Span BMC\n${BOX}EMC\n`],
  ["a mark without an end", `/P <</MCID 0 >>BDC\n${BOX}`],
  ["an end without a mark", `${BOX}EMC\n`],
])("content with %s stays as it is", ([, content]) => {
  expect(mark(content ?? "")).toBe(content);
});
