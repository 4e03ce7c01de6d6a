/**
 * Copies what has no further elements inside: texts, pictures, code, formulas and fields.
 * @param {Document} copy
 * @param {(text: string | null, schemes: RegExp) => string | null} addressOf
 * @param {(element: Element) => { tex: string | null, text: string, isBlock: boolean }} readFormula
 * @param {(field: Element) => string | boolean | null} readField
 */
export default function copyLeaves(copy, addressOf, readFormula, readField) {
  const PICTURES = /^https?:$/;

  function copyImage(image, into) {
    const src = addressOf(image.currentSrc || image.getAttribute("src"), PICTURES);
    // Counters of visits are pictures of one pixel.
    if (!src || image.width === 1) return;
    const img = copy.createElement("img");
    img.setAttribute("src", src);
    img.setAttribute("alt", image.alt);
    into.append(img);
  }

  function copyCode({ text, language }, into) {
    const code = copy.createElement("code");
    if (language) code.className = `language-${language}`;
    code.textContent = text;
    const block = copy.createElement("pre");
    block.append(code);
    into.append(block);
  }

  // Text that is Markdown already.
  function sourceOf(text) {
    const code = copy.createElement("code");
    code.className = "platen-source";
    code.textContent = text;
    return code;
  }

  // As GitHub's Markdown has it: the TeX of the formula between dollars. Without TeX, its text in one line.
  function copyFormula(formula, into, inside) {
    const { tex, text, isBlock } = readFormula(formula);
    if (tex === null) {
      into.append(text);
      return;
    }
    const mark = isBlock ? "$$" : "$";
    const code = sourceOf(`${mark}${tex.replace(/\s+/g, " ").trim()}${mark}`);
    const box = copy.createElement(isBlock && !inside.isLine ? "p" : "span");
    box.append(code);
    into.append(box);
  }

  // GitHub's Markdown has these fields in its lists of tasks, and makes them so.
  function copyTask(isDone, into) {
    into.append(sourceOf(isDone ? "[x]" : "[ ]"), " ");
  }

  function copyField(field, into) {
    const value = readField(field);
    if (value === true || value === false) {
      into.append(" ");
      copyTask(value, into);
      return;
    }
    const lines = value?.split("\n").flatMap((line) => [copy.createElement("br"), line]) ?? [];
    if (lines.length > 0) into.append(" ", ...lines.slice(1), " ");
  }

  function copyText(text, into) {
    into.append(text);
  }

  return { sourceOf, copyImage, copyCode, copyFormula, copyTask, copyField, copyText };
}
