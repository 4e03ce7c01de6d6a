/**
 * Copies what has no further elements inside: texts, pictures, code, formulas and fields.
 * @param {Document} copy
 * @param {(text: string | null, schemes: RegExp) => string | null} addressOf
 * @param {(element: Element) => { tex: string | null, text: string, isBlock: boolean }} readFormula
 * @param {(field: Element) => string | boolean | null} readField
 */
export default function copyLeaves(copy, addressOf, readFormula, readField) {
  const PICTURES = /^https?:$/;
  // TeX between \(…\), \[…\], $$…$$, and between $…$ with a command, because prices have dollars too.
  const TEX = new RegExp(
    [
      String.raw`\\\((?<line>[^]{1,2000}?)\\\)`,
      String.raw`\\\[(?<box>[^]{1,5000}?)\\\]`,
      String.raw`\$\$(?<apart>[^$]{1,5000}?)\$\$`,
      String.raw`(?<![\w$])\$(?=\S)(?<short>[^$\n]{0,500}?\\[a-z][^$\n]{0,500}?)(?<=\S)\$(?![\w$])`,
    ].join("|"),
    "gi",
  );
  // Patterns of words have escaped brackets too, such as \(a\|b\).
  const IS_TEX = /^(?!.*\[\^)(?:.*[=_^{}+]|.*\\[a-z]{2}|\s*\p{L}\s*$)/isu;

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

  // As GitHub's Markdown has it: the TeX of the formula between dollars.
  function appendTex(tex, isBlock, into, inside) {
    const mark = isBlock ? "$$" : "$";
    const code = sourceOf(`${mark}${tex.replace(/\s+/g, " ").trim()}${mark}`);
    const box = copy.createElement(isBlock && !inside.isLine ? "p" : "span");
    box.append(code);
    into.append(box);
  }

  // Without TeX, the formula's text in one line.
  function copyFormula(formula, into, inside) {
    const { tex, text, isBlock } = readFormula(formula);
    if (tex === null) into.append(text);
    else appendTex(tex, isBlock, into, inside);
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

  // Mails, chats and pages whose MathJax has not come have the TeX as text.
  function copyText(text, into, inside) {
    let end = 0;
    for (const match of inside.isMonospace ? [] : text.matchAll(TEX)) {
      const { line, box, apart = box, short } = match.groups ?? {};
      const tex = line ?? apart ?? short ?? "";
      if (!IS_TEX.test(tex)) continue;
      into.append(text.slice(end, match.index));
      appendTex(tex, apart !== undefined, into, inside);
      end = match.index + match[0].length;
    }
    into.append(text.slice(end));
  }

  return { sourceOf, copyImage, copyCode, copyFormula, copyTask, copyField, copyText };
}
