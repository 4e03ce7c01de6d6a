/** Tagged PDFs: what a screen reader gets. */
import { expect, test } from "vitest";
import { convert, open } from "./convert.ts";
import { readTags } from "./read-tags.ts";
import { DOT, LINKS, ROWS, tagsPages } from "./tags-pages.ts";

const { origin } = await open(tagsPages);

test("every element keeps its role and its place in the reading order", async () => {
  const { bytes } = await convert(`${origin}/elements`);
  const tags = await readTags(bytes);
  expect(tags.rows).toEqual(ROWS);
  expect(tags.links).toEqual(LINKS);
  expect(tags).toMatchObject({ title: "Every element", xmpTitle: "Every element", language: "en" });
  expect(tags.unmarked).toBe(0);
});

test("header, footer and watermark are artifacts, and change no tag", async () => {
  const pdfOptions = {
    headerTemplate: "The header",
    footerTemplate: "The footer",
    watermark: { text: "DRAFT", image: DOT },
  };
  const { bytes } = await convert(`${origin}/elements`, { pdfOptions });
  const tags = await readTags(bytes);
  expect(tags.rows).toEqual(ROWS);
  expect(tags.unmarked).toBe(0);
  for (const words of ["The header", "The footer", "DRAFT"]) expect(tags.artifacts).toContain(words);
});

test("the free plan's watermark is an artifact, and properties also replace the page's own title and language", async () => {
  const metadata = { title: "Größe <1>", language: "de" };
  const { bytes } = await convert(`${origin}/elements`, { pdfOptions: { metadata } }, "free");
  const tags = await readTags(bytes);
  expect(tags.rows).toContain("H2: h2");
  expect(tags.rows).toEqual(ROWS.slice(0, tags.rows.length));
  expect(tags.unmarked).toBe(0);
  expect(tags.artifacts).toContain("Made with Platen");
  expect(tags).toMatchObject({ title: metadata.title, xmpTitle: metadata.title, language: "de" });
});
