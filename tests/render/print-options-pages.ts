/** Pages for the options of PDFs: sheets, page ranges, header and footer, properties. */
import { html, type Pages } from "./pages.ts";

/** A sheet for each section. */
const sections = (...names: string[]) =>
  names.map((name) => `<h1>Section ${name}</h1>`).join("<div style='break-after:page'></div>");

/** Sheets of a book, and how high each is in the window. Together they are so long that its rest is left out. */
export const BOOK_PAGES = 400;
const BOOK_PX = 600;

/** Fills the window exactly, and would grow with a taller one. */
const HERO = "<header style='height:60vh;padding:20vh 0;box-sizing:border-box'><h1>The hero</h1></header>";

export const printOptionPages: Pages = {
  "/sections": html("Four sections", sections("One", "Two", "Three", "Four")),
  "/three-sections": html("Three sections", sections("One", "Two", "Three")),
  "/book": html(
    "A book",
    sections(...Array.from({ length: BOOK_PAGES }, (_, index) => `${index + 1}.`)),
    `h1 { height: ${BOOK_PX}px; margin: 0 }`,
  ),
  "/secret": html("Secret", "<p lang=ja>機密</p>"),
  "/forbidding": (_, response) =>
    response
      .setHeader("content-security-policy", "default-src 'none'")
      .end(html("Forbidding", "<h1>Words</h1>")),
  "/own-margins": html(
    "Own margins",
    "<div style='height:1500px;background:#0a0'>Words</div>",
    "@page { margin: 0 }",
  ),
  "/own-sheet": html("Own sheet", "<h1>A card</h1>", "@page { size: 10cm 14cm; margin: 0 }"),
  "/hero": html(
    "Hero",
    `${HERO}<main style="height:2000px">Words</main><p style="break-before:page">The end</p>`,
    "body { min-height: 100vh; padding: 8px } @media print { p { color: #00a } } @page { size: A5; margin: 1cm }",
  ),
  "/receipt": html("Receipt", "<p style='height:200px;margin:0'>Total</p>", "body { min-height: 50px }"),
  "/endless": html("Endless", "<div style='height:60000px'>Start</div><p>The end</p>"),
  "/wide": html("Wide", "<p>Words</p><div style='width:3000px;background:#0a0'>W</div>"),
};
