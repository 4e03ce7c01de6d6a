/** What scripts take out of the document when it leaves the view. */
import { expect, test } from "vitest";
import { convert, open } from "../render/convert.ts";
import { html } from "../render/pages.ts";
import { textOnPaper } from "../render/text-on-paper.ts";

/** Boxes that `fill` shows in view, and `empty` out of it. */
const observed = (boxes: string, fill: string, empty: string, style: string) =>
  html(
    "Boxes",
    `${boxes}<script>
      const observer = new IntersectionObserver((entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) { ${fill} } else { ${empty} }
        }
      });
      for (const box of document.querySelectorAll(".box")) observer.observe(box);
    </script>`,
    style,
  );

const PARTS = Array.from({ length: 4 }, (_, index) => `Part${index}.`);
const parts = PARTS.map((part) => `<h2>Head of ${part}</h2><div class="box" id="${part}"></div>`).join("");
const FILL = `target.innerHTML = "<p>" + target.id + "</p>"`;
/** The first screen of a wide window has two of them, that of paper one. */
const STYLE =
  "h2{margin:0;height:100px}.box{height:400px;margin-bottom:200px}@media(max-width:1000px){h2{height:700px}}";

const { origin } = await open({
  "/emptied": observed(parts, FILL, "target.replaceChildren()", STYLE),
  "/placeholder": observed(parts, FILL, `target.innerHTML = "<div></div>"`, STYLE),
  "/end-of-list": observed(
    `<ul></ul><div class="box"></div>`,
    `target.textContent = "More rows follow";
     const list = document.querySelector("ul");
     if (list.childElementCount < 30) list.insertAdjacentHTML("beforeend", "<li>row</li>".repeat(10));`,
    `target.textContent = ""`,
    "li{height:150px}.box{height:20px}",
  ),
});

test.for(["/emptied", "/placeholder"])("%s: all parts are on paper", async (path) => {
  const { text } = await textOnPaper((await convert(origin + path)).bytes);
  expect(text.match(/(?<!of )Part\d\./g)).toEqual(PARTS);
});

test.for(["/emptied", "/placeholder"])("%s: all parts are in the text", async (path) => {
  const { bytes } = await convert(origin + path, { outputType: "markdown" });
  expect(bytes.toString().match(/(?<!of )Part\d\./g)).toEqual(PARTS);
});

test("the end of a list, which is emptied too, is not shown again", async () => {
  const { text } = await textOnPaper((await convert(`${origin}/end-of-list`)).bytes);
  expect(text).not.toContain("More rows");
});
