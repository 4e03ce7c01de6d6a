import { expect, test } from "vitest";
import { partsOfCss } from "./css.ts";

const BASE = "https://shop.example/styles/main.css";

/** The parts in one line: resources in (), sheets in []. */
function read(css: string): string {
  return [...partsOfCss(css, BASE)]
    .map((part) =>
      "text" in part ? part.text : "resource" in part ? `(${part.resource})` : `[${part.sheet}]`,
    )
    .join("");
}

test.for([
  ["a{b:url(c.png)}", "a{b:(https://shop.example/styles/c.png)}"],
  ["a{b:URL( '/c d.png' )}", "a{b:(https://shop.example/c%20d.png)}"],
  [String.raw`a{b:url("\2f c\".png")}`, "a{b:(https://shop.example/c%22.png)}"],
  [
    `a{b:image-set("c.png" 1x,url(d.png) 2x, 'e.avif' type("image/avif")) "f"}`,
    `a{b:image-set((https://shop.example/styles/c.png) 1x,(https://shop.example/styles/d.png) 2x, (https://shop.example/styles/e.avif) type("image/avif")) "f"}`,
  ],
  ['a{b:-webkit-image-set("c.png" 1x)}', "a{b:-webkit-image-set((https://shop.example/styles/c.png) 1x)}"],
  ["@import 'x.css' print;", "[https://shop.example/styles/x.css] print;"],
  ["@import url(//cdn.example/x.css);", "[https://cdn.example/x.css];"],
  ["my-el:not(:defined){}", "my-el:not(:nth-child(n)){}"],
])("addresses and :defined are found: %s", ([css = "", parts]) => {
  expect(read(css)).toBe(parts);
});

test.for([
  "a{b:url(#clip)}",
  "a{b:url(data:image/png;base64,AAAA)}",
  "/* url(c.png) */ a{}",
  "a::after{content:'url(c.png) :defined'}",
  "@namespace svg url(http://www.w3.org/2000/svg);",
  "a{b:url()}",
  'a{b:my-image-set("c.png")}',
])("what is no address of a resource stays: %s", (css) => {
  expect(read(css)).toBe(css);
});

test.for([" ", "url( ", "url('", "@import ", "/*", '"', "\\", "(", "image-set("])(
  "a sheet of a million times “%s” is read in less than the time of a job",
  (part) => {
    expect(read(part.repeat(1_000_000)).length).toBeGreaterThan(0);
  },
);
