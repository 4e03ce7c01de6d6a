/** Markdown has the TeX of formulas, whatever has drawn them. The pages' formulas are what MathJax, Temml and others write. */
import { expect, test } from "vitest";
import { convert, open } from "../render/convert.ts";
import { html } from "../render/pages.ts";

const ROOT = "<mi>x</mi><mo>=</mo><mfrac><mrow><mo>−</mo><mi>b</mi></mrow><msqrt><mi>a</mi></msqrt></mfrac>";
const TEX = String.raw`x = \frac{- b}{\sqrt{a}}`;

const glyph = (code: string) => `<mjx-mi class="mjx-i"><mjx-c class="mjx-c${code}"></mjx-c></mjx-mi>`;

const FORMULAS: Record<string, { formula: string; text: string }> = {
  "MathML without TeX": { formula: `<math>${ROOT}</math>`, text: `Before $${TEX}$ after.` },
  "MathJax 3": {
    formula: `<mjx-container class="MathJax" jax="CHTML" style="position:relative"><mjx-math aria-hidden="true">${glyph("1D465")}
      </mjx-math><mjx-assistive-mml unselectable="on" style="position:absolute;clip:rect(1px,1px,1px,1px)"><math
      xmlns="http://www.w3.org/1998/Math/MathML">${ROOT}</math></mjx-assistive-mml></mjx-container>`,
    text: `Before $${TEX}$ after.`,
  },
  "MathJax 4, as text": {
    formula: `<mjx-container class="MathJax" jax="CHTML" display="true" style="display:block"><mjx-math data-latex="x = \\frac{-b}{2}"
      style="display:block"><mjx-mi data-latex="x">𝑥</mjx-mi></mjx-math></mjx-container>`,
    text: "Before\n\n$$x = \\frac{-b}{2}$$\n\nafter.",
  },
  "MathJax 4, as a drawing": {
    formula: `<mjx-container class="MathJax" jax="SVG"><svg width="5ex" height="2ex"><g data-mml-node="math" data-latex="x^2">
      <g data-mml-node="mi" data-latex="x"></g></g></svg></mjx-container>`,
    text: "Before $x^2$ after.",
  },
  "MathJax 4, of MathML": {
    formula: `<mjx-container class="MathJax" jax="SVG" data-semantic-speech-none="x squared"><svg width="5ex" height="2ex"><g
      data-mml-node="math"></g></svg></mjx-container>`,
    text: "Before x squared after.",
  },
  "MathJax 2, of MathML": {
    formula: `<span class="MathJax_Preview"></span><span class="MathJax"><nobr aria-hidden="true"><span class="math">x</span></nobr><span
      class="MJX_Assistive_MathML" style="position:absolute;clip:rect(1px,1px,1px,1px)"><math>${ROOT}</math></span></span><script
      type="math/mml"><math>${ROOT}</math></script>`,
    text: `Before $${TEX}$ after.`,
  },
  "KaTeX without MathML, as Gemini has it": {
    formula: `<span class="math-inline" data-math="x^2"><span class="katex"><span class="katex-html" aria-hidden="true"><span>x</span>
      <span>2</span></span></span></span>`,
    text: "Before $x^2$ after.",
  },
  "KaTeX without its source": {
    formula: `<span class="katex"><span class="katex-html" aria-hidden="true"><span>x</span> <span>+</span> <span>2</span></span></span>`,
    text: "Before x+2 after.",
  },
  "a picture of Wikipedia": {
    formula: `<span class="mwe-math-element"><span style="display:none"><math alttext="x^2">${ROOT}</math></span><img src="/none.svg"
      class="mwe-math-fallback-image-inline" alt="{\\displaystyle x^{2}}"></span>`,
    text: String.raw`Before ${"$"}{\displaystyle x^{2}}$ after.`,
  },
  "an equation with its number": {
    formula: `<math display="block"><mtable><mlabeledtr><mtd><mtext>(7)</mtext></mtd><mtd>${ROOT}</mtd></mlabeledtr></mtable></math>`,
    text: `Before\n\n$$${TEX} (\\text{7})$$\n\nafter.`,
  },
  "a row without a number and cells": {
    formula: "<math><mtable><mlabeledtr></mlabeledtr></mtable><mi>x</mi></math>",
    text: "Before x after.",
  },
  "TeX as text": {
    formula: String.raw`\(E_0 = mc^2\), $\alpha$ and \[ \frac{a_i}{2} \]`,
    text: "Before $E_0 = mc^2$, $\\alpha$ and\n\n$$\\frac{a_i}{2}$$\n\nafter.",
  },
  "what is no TeX": {
    formula: String.raw`$5 to $10, \(a\|b\), <code>\(x_1\)</code>, $$ and $$$`,
    text: String.raw`Before $5 to $10, \\(a\\|b\\), ${"`"}\(x_1\)${"`"}, $$ and $$$ after.`,
  },
  "equations with their numbers": {
    formula: `<math><mtable><mlabeledtr><mtd><mtext>(7)</mtext></mtd><mtd><mi>a</mi></mtd></mlabeledtr><mlabeledtr><mtd><mtext>(8)</mtext>
      </mtd><mtd><mi>b</mi></mtd></mlabeledtr></mtable></math>`,
    text: String.raw`Before $\begin{matrix}a & (\text{7}) \\ b & (\text{8})\end{matrix}$ after.`,
  },
};

const names = Object.keys(FORMULAS);
const { origin } = await open(
  Object.fromEntries([
    ...names.map((name, index) => [
      `/${index}`,
      html(name, `<p>Before ${FORMULAS[name]?.formula} after.</p>`),
    ]),
    [
      "/equation",
      html(
        "Equation",
        `<table><tr><td></td><td><math display="block">${ROOT}</math></td><td>(7)</td></tr></table>`,
      ),
    ],
  ]),
);

async function markdownOf(path: string): Promise<string> {
  const { bytes } = await convert(origin + path, { outputType: "markdown" });
  return new TextDecoder().decode(bytes);
}

test.each(names)("%s", async (name) => {
  expect(await markdownOf(`/${names.indexOf(name)}`)).toContain(FORMULAS[name]?.text);
});

test("a table that places an equation and its number is no table", async () => {
  expect(await markdownOf("/equation")).toContain(`$$${TEX}$$\n\n(7)`);
});
