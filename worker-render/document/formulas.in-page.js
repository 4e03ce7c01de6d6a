/**
 * Finds the page's formulas and their TeX, which KaTeX, MathJax, Wikipedia and others keep beside what they draw.
 * @param {((mathMl: string) => string) | null} toTex converts MathML without TeX
 * @returns {{
 *   lackTex: boolean,
 *   isFormula: (element: Element) => boolean,
 *   isDrawing: (element: Element) => boolean,
 *   readFormula: (element: Element) => { tex: string | null, text: string, isBlock: boolean },
 * }} `lackTex`: there is MathML without TeX; `isDrawing`: draws a formula that is read from another element; `text`: that of a formula without TeX, in one line
 */
export default function formulas(toTex) {
  const NOTE = ["application/x-tex", "application/x-latex", "TeX", "LaTeX"]
    .map((type) => `annotation[encoding='${type}' i]`)
    .join(", ");
  const SCRIPT = "script[type^='math/tex']";
  // MathJax 4 has the TeX in its drawing. MathJax 3 has MathML beside it.
  const DRAWN_BY_MATHJAX = "mjx-container:not(:has(math))";
  // Gemini's KaTeX writes no MathML.
  const NAMED = "[data-math]:has(.katex)";
  // Wikipedia's, and those of WordPress.
  const PICTURE = "img[alt]:is([class*='mwe-math-fallback-image'], .latex)";
  const FORMULA = `math, ${SCRIPT}, ${DRAWN_BY_MATHJAX}, ${NAMED}, .katex-html, ${PICTURE}`;
  // What KaTeX and MathJax 2 draw of a formula that is also there as MathML or TeX.
  const DRAWING = `.katex-mathml + .katex-html, :has(+ .MJX_Assistive_MathML),
    :is(.MathJax, .MathJax_Preview, .MathJax_Display, .MathJax_SVG, .MathJax_CHTML):has(+ ${SCRIPT})`;

  // The number of an equation stands first in its row, which the converter takes for a column. A row alone is no matrix.
  function putNumbersLast(math) {
    for (const row of math.querySelectorAll("mlabeledtr")) {
      const [number, ...cells] = row.children;
      const isAlone = row.parentElement.children.length === 1;
      const line = document.createElementNS(math.namespaceURI, isAlone ? "mrow" : "mtr");
      const parts = isAlone ? [...cells, number].flatMap((cell) => [...cell.childNodes]) : [...cells, number];
      line.append(...parts);
      (isAlone ? row.parentElement : row).replaceWith(line);
    }
  }

  function convert(math) {
    if (!toTex) return null;
    try {
      const copy = math.cloneNode(true);
      putNumbersLast(copy);
      return toTex(new XMLSerializer().serializeToString(copy)) || null;
    } catch {
      return null;
    }
  }

  function texOf(formula) {
    if (formula.matches(PICTURE)) return formula.alt;
    if (formula.matches(SCRIPT)) return formula.textContent;
    if (formula.matches(NAMED)) return formula.dataset.math;
    if (formula.localName !== "math") return formula.querySelector("[data-latex]")?.dataset.latex ?? null;
    return formula.querySelector(NOTE)?.textContent ?? formula.getAttribute("alttext") ?? convert(formula);
  }

  // Of MathML, MathJax 4 has no source beside its drawing, but what it says to screen readers.
  function textOf(formula) {
    const spoken = formula.getAttribute("data-semantic-speech-none");
    if (spoken) return spoken;
    const text = formula.cloneNode(true);
    for (const note of text.querySelectorAll("annotation, annotation-xml")) note.remove();
    return text.textContent.replace(/\s+/g, "");
  }

  function isBlock(formula) {
    if (formula.matches(SCRIPT)) return /mode=display/.test(formula.type);
    if (formula.matches(PICTURE)) return /-display\b/.test(formula.className);
    if (formula.matches(NAMED)) return formula.matches(":has(.katex-display), .math-block");
    const display = formula.getAttribute("display");
    return display === "block" || display === "true";
  }

  const [...written] = document.querySelectorAll("math:not([alttext])");
  return {
    lackTex: written.some((math) => !math.querySelector(NOTE)),
    isFormula: (element) => element.matches(FORMULA),
    isDrawing: (element) => element.matches(DRAWING),
    readFormula: (formula) => ({
      tex: texOf(formula),
      text: textOf(formula),
      isBlock: isBlock(formula),
    }),
  };
}
