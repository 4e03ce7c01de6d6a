/** No empty sheet at the end of a PDF: breaks behind which nothing is printed do not count. */
import { expect, test } from "vitest";
import { convert, open } from "../render/convert.ts";
import { html } from "../render/pages.ts";
import { readPdf } from "../stage/read-pdf.ts";

const SHEETS = "<main><section>First</section><section>Second</section></main>";
const BREAK = "section{height:300px;break-after:page}";

const PAGES = {
  "/empty-box": [2, html("Box", `${SHEETS}<div id="dialogs"><div></div></div>`, BREAK)],
  "/hidden-on-paper": [
    2,
    html("Paper", `${SHEETS}<div></div><footer>Foot</footer>`, `${BREAK}@media print{footer{display:none}}`),
  ],
  "/break-at-end": [
    2,
    html(
      "End",
      "<p>First</p><div class='new'></div><p>Second</p><div class='new'></div>",
      ".new{break-before:page}",
    ),
  ],
  "/on-each-sheet": [
    2,
    html("Each", `${SHEETS}<footer>Foot</footer>`, `${BREAK}@media print{footer{position:fixed;bottom:0}}`),
  ],
  "/words-at-end": [3, html("Words", `${SHEETS}<div>Third</div>`, BREAK)],
  "/kept": [3, html("Kept", `${SHEETS}<div>&nbsp;</div>`, BREAK)],
  "/picture-at-end": [
    3,
    html("Picture", `${SHEETS}<div class="line"></div>`, `${BREAK}.line{border-top:1px solid}`),
  ],
  // As the contents of R Markdown, so that the last heading can come to the top of the window.
  "/grown-at-end": [
    1,
    html(
      "Grown",
      `<main><p style="height:600px">First</p><p style="height:600px">Last</p></main>
       <script>
         addEventListener("scroll", () => {
           if (document.getElementById("end") || scrollY + innerHeight < document.body.scrollHeight - 100) return;
           document.querySelector("main").insertAdjacentHTML("beforeend", '<div id="end" style="height:1500px"></div>');
         });
       </script>`,
      "@media print{p{height:auto!important}}",
    ),
  ],
} as const;

const { origin } = await open(
  Object.fromEntries(Object.entries(PAGES).map(([path, [, page]]) => [path, page])),
);

test.for(Object.entries(PAGES))("%s has its sheets and no more", async ([path, [sheets]]) => {
  expect(await readPdf((await convert(origin + path)).bytes)).toHaveLength(sheets);
});
