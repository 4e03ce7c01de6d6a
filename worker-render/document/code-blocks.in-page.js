/**
 * Reads blocks of code: their lines as they are shown, their language, and what stands beside them.
 * @returns {{
 *   readCode: (pre: HTMLElement) => { text: string, language: string },
 *   isBesideCode: (element: Element) => boolean,
 *   readEditor: (element: HTMLElement) => { text: string, language: string } | null,
 *   readXml: (root: Element) => { text: string, language: string } | null,
 * }} `readEditor`: null for what is no editor of code. `readXml`: null for what is no file of XML
 */
export default function codeBlocks() {
  const BUTTON = "button, [role=button]:not([href])";
  // Classes of highlighters. Sphinx has "default" where no language is set. Before version 11, highlight.js had the name alone.
  const LANGUAGE = new RegExp(
    [
      String.raw`\b(?:lang(?:uage)?-|highlight-source-|brush: ?|sourceCode )(?<name>[\w+#-]+)`,
      String.raw`\bhighlight-(?!default|none)(?<name>[\w+#-]+) .*\bnotranslate\b`,
      String.raw`^(?!no-?highlight)(?<name>[\w+#-]+) hljs$`,
      String.raw`\bhljs (?!no-?highlight|undefined|language-)(?<name>[\w+#-]+)$`,
      "^(?<name>rust)(?: |$)",
      // Org mode.
      String.raw`^src src-(?<name>[\w+#-]+)`,
      // DokuWiki and Docutils.
      String.raw`^code (?:file )?(?!file$|literal-block$)(?<name>[\w+#-]+)(?: literal-block)?$`,
    ].join("|"),
  );
  // TypeDoc, pandoc and Discount have the name alone, without highlighting too.
  const PLAIN =
    /^(?:bash|cpp|csharp|css|diff|go|haskell|html|ini|java|js|javascript|json|jsx|kotlin|lua|perl|php|py|python|ruby|rust|scala|sh|shell|sql|swift|toml|ts|tsx|typescript|xml|ya?ml)$/;
  // Hexo's class stands beside the language.
  const FIGURE = "figure.highlight";
  const NAME = /^[\w+#-]+$/;
  const NUMBER_NAME = /\b(?:lnt?|line-?nos?|line-?num(?:ber)?s?)\b/i;
  // CodeMirror 6 and 5, Ace and Monaco.
  const EDITOR = ".cm-editor, .CodeMirror, .ace_editor, .monaco-editor";
  const EDITOR_LINE = ".cm-line, .CodeMirror-line, .ace_line, .view-line";
  const textOf = (node) => node.textContent?.trim() ?? "";
  const isHidden = (node) => node instanceof Element && getComputedStyle(node).display === "none";

  // From the inside to the outside, because a page can have a language for all of its code.
  function placesOf(pre) {
    const box = pre.parentElement;
    // With numbers of lines, Python-Markdown has the code in a table.
    const table = pre.closest(".highlighttable")?.parentElement;
    return [pre.querySelector("code"), pre, box, box?.parentElement, table].filter(
      (place) => place instanceof Element,
    );
  }

  function languageOf(pre) {
    for (const place of placesOf(pre)) {
      const { name } = LANGUAGE.exec(place.getAttribute("class") ?? "")?.groups ?? {};
      const said = name ?? place.getAttribute("data-language") ?? place.getAttribute("data-lang");
      if (said && NAME.test(said)) return said;
      if (place.matches("pre, code") && PLAIN.test(place.className)) return place.className;
    }
    const names = [...(pre.closest(FIGURE)?.classList ?? [])];
    return names.find((name) => name !== "highlight" && NAME.test(name)) ?? "";
  }

  function areNumbers(element) {
    if (!/^[\d\s]+$/.test(textOf(element))) return false;
    const numbers = element.innerText.trim().split(/\s+/);
    return numbers.every((number, at) => Number(number) === Number(numbers[0]) + at);
  }

  const blockIn = (box) => {
    const block = box.querySelector(":scope > pre:only-child");
    return block ?? box;
  };

  function wordsBesideButtons(element) {
    const copy = element.cloneNode(true);
    for (const button of copy.querySelectorAll(BUTTON)) button.remove();
    return textOf(copy).toLowerCase();
  }

  // The name of the language, above the code, and buttons beside it.
  function isHead(element, language) {
    const words = wordsBesideButtons(element);
    if (words !== "" && words === language.toLowerCase()) return true;
    return PLAIN.test(words) && element.querySelector(BUTTON) !== null;
  }

  // The numbers of the lines, the name of the language, or a button with a picture that copies the code.
  function isBesideCode(element) {
    if (element.localName === "pre") {
      const others = element.closest("tr")?.querySelectorAll("pre").length ?? 0;
      return others > 1 && areNumbers(element);
    }
    const { previousElementSibling: before, nextElementSibling: next } = element;
    const after = next && blockIn(next);
    const hasCode = before?.localName === "pre" || after?.localName === "pre";
    if (hasCode && element.matches(BUTTON) && !textOf(element)) return true;
    if (before?.localName === "pre" && areNumbers(element)) return true;
    if (after?.localName !== "pre") return false;
    return areNumbers(element) || isHead(element, languageOf(after));
  }

  const isNamedNumber = (element) => NUMBER_NAME.test(element.getAttribute("class") ?? "");
  const cannotSelect = (element) => getComputedStyle(element).userSelect === "none";

  // The first column of each line.
  function isInColumn(number) {
    const line = number.parentElement;
    if (line.firstElementChild !== number || line.childElementCount !== 2) return false;
    return [...(line.parentElement?.children ?? [])].every(
      (other) =>
        /flex|grid|table-row/.test(getComputedStyle(other).display) &&
        /^\d+$/.test(textOf(other.firstElementChild ?? other)),
    );
  }

  // The numbers of the lines that stand in the text. They have a name that says so, or visitors cannot select them with the code, or
  // they are a column.
  function numbersIn(pre) {
    const isLocked = cannotSelect(pre);
    const all = [...pre.querySelectorAll("*")].filter(
      (element) => element.childElementCount === 0 && /^\s*\d+\s*$/.test(element.textContent ?? ""),
    );
    const marked = all.filter((element) => isNamedNumber(element) || (!isLocked && cannotSelect(element)));
    const numbers = marked.length > 0 ? marked : all.filter(isInColumn);
    // Doxygen leaves out lines, such as those that are folded.
    const isNext = (element, at) => {
      const step = at > 0 ? Number(textOf(element)) - Number(textOf(numbers[at - 1])) : 1;
      return isNamedNumber(element) ? step > 0 : step === 1;
    };
    return numbers.every(isNext) ? numbers : [];
  }

  // `innerText` breaks lines at boxes that break none on the page, such as those of line numbers.
  function isBesideLines(element) {
    if (element.matches(BUTTON)) return true;
    if (textOf(element) && !element.querySelector(BUTTON)) return false;
    const { position, float, display } = getComputedStyle(element);
    // A cell without text after it would be a line without text.
    const isNumberCell = display === "table-cell" && element.nextElementSibling !== null;
    return isNumberCell || position === "absolute" || position === "fixed" || float !== "none";
  }

  // The boxes below each other that contain all text of an element, such as those of its lines.
  function rowsOf(element) {
    const rows = [];
    let end = Number.NEGATIVE_INFINITY;
    for (const part of element.childNodes) {
      if (!(part instanceof HTMLElement)) {
        if (part instanceof Text && part.data.trim()) return null;
        continue;
      }
      if (isHidden(part)) continue;
      const { display } = getComputedStyle(part);
      if (/^(?:inline|contents|ruby)/.test(display)) {
        if (part.localName === "br" || textOf(part)) return null;
        continue;
      }
      const { top, bottom } = part.getBoundingClientRect();
      if (top < end - 1) return null;
      end = bottom;
      if (bottom > top) rows.push(part);
    }
    return rows.length > 0 ? rows : null;
  }

  function isText(node) {
    if (node instanceof Comment || isHidden(node)) return false;
    return node.textContent !== "" || node.localName === "br";
  }

  function isRow(node) {
    if (!(node instanceof HTMLElement)) return false;
    const { display, position, float } = getComputedStyle(node);
    return display === "block" && /static|relative/.test(position) && float === "none";
  }

  // In one box, `innerText` counts the end of its last line twice: as a line break and as the end of the box.
  const textIn = (element) => element.innerText.replace(/\n$/, "");

  // Only some lines are boxes, such as those that the author has marked. The text between them gets boxes.
  function partsOf(element) {
    const nodes = [...element.childNodes];
    if (/flex|grid/.test(getComputedStyle(element).display) || !nodes.some(isRow)) return null;
    const texts = new Set();
    const parts = [];
    for (const node of nodes) {
      if (isRow(node)) {
        parts.push(node);
      } else if (isText(node)) {
        const before = parts.at(-1);
        const text = texts.has(before) ? before : document.createElement("span");
        if (text !== before) {
          node.before(text);
          texts.add(text);
          parts.push(text);
        }
        text.append(node);
      }
    }
    return texts.size > 0
      ? parts.flatMap((part) => (texts.has(part) ? [textIn(part)] : linesOf(part)))
      : null;
  }

  function linesOf(element) {
    const filled = [...element.childNodes].filter(
      (node) => isText(node) && /[^\r\n]/.test(node.textContent ?? ""),
    );
    if (filled.length === 1 && filled[0] instanceof HTMLElement) return linesOf(filled[0]);
    return rowsOf(element)?.flatMap(linesOf) ?? partsOf(element) ?? [textIn(element)];
  }

  // A tree of lists has its indents from styles. Numbers are kept as they are written, because a large one would lose digits.
  function asJson(text) {
    const json = /** @type {any} */ (JSON);
    const asWritten = (_, value, { source }) => (typeof value === "number" ? json.rawJSON(source) : value);
    try {
      return { text: json.stringify(json.parse(text, asWritten), null, 2), language: "json" };
    } catch {
      return null;
    }
  }

  // The box of the first words, if it is no part of the code.
  function headIn(pre, language) {
    const texts = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT);
    let first = texts.nextNode();
    while (first && (!first.nodeValue?.trim() || first.parentElement?.closest(BUTTON)))
      first = texts.nextNode();
    const name = first ? textOf(first).toLowerCase() : "";
    let head = /** @type {HTMLElement | null} */ (null);
    for (
      let at = first?.parentElement;
      at && at !== pre && wordsBesideButtons(at) === name;
      at = at.parentElement
    )
      if (isHead(at, language) && !/^(?:inline|contents)/.test(getComputedStyle(at).display)) head = at;
    return head && textOf(head) !== textOf(pre) ? head : null;
  }

  // The text as it is shown, because often only styles break the lines of code.
  function readCode(pre) {
    const named = languageOf(pre);
    const head = headIn(pre, named);
    const language = named || (head ? wordsBesideButtons(head) : "");
    head?.style.setProperty("display", "none", "important");
    // Styles show the numbers of AsciiDoctor's callouts.
    for (const mark of pre.querySelectorAll(".conum[data-value]:empty"))
      mark.textContent = `(${mark.dataset.value})`;
    const beside = [...pre.querySelectorAll("*")].filter(isBesideLines);
    for (const element of [...beside, ...numbersIn(pre)])
      element.style?.setProperty("display", "none", "important");
    // Numbers and lines can be columns of a table in the block.
    const lines = [...pre.querySelectorAll("pre")].find((inner) => !isBesideCode(inner)) ?? pre;
    const text = linesOf(lines).join("\n").trimEnd();
    return (pre.querySelector("li") && asJson(text)) || { text, language };
  }

  // It has boxes for the lines in view, in any order, and others for their numbers and to measure.
  function readEditor(element) {
    if (!element.matches(EDITOR)) return null;
    const topOf = (line) => line.getBoundingClientRect().top;
    const lines = [...element.querySelectorAll(EDITOR_LINE)].sort((one, other) => topOf(one) - topOf(other));
    if (!lines[0] || !getComputedStyle(lines[0]).fontFamily.includes("monospace")) return null;
    const text = lines.map((line) => line.textContent.replaceAll("\u00a0", " ").replaceAll("\u200b", ""));
    const named = element.querySelector("[data-language]") ?? element.closest("[data-mode-id]");
    const { language, modeId } = named?.dataset ?? {};
    const name = language ?? modeId ?? "";
    return { text: text.join("\n").trimEnd(), language: NAME.test(name) ? name : "" };
  }

  // Chromium's view of XML without styles keeps the file's elements in a hidden box beside the lines that it shows.
  function readXml(root) {
    const source = root.querySelector(":scope > body > #webkit-xml-viewer-source-xml");
    if (!source) return null;
    const serializer = new XMLSerializer();
    const parts = [...source.childNodes].map((node) => serializer.serializeToString(node));
    return { text: parts.join("\n"), language: "xml" };
  }

  return { readCode, isBesideCode, readEditor, readXml };
}
