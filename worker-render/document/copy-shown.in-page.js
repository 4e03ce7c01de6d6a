/**
 * Copies what the page shows into a document of its own, in plain HTML: without scripts, styles, frames and hidden
 * elements, with the content of fields and shadow roots in their place, and with whole addresses. The copy loads nothing.
 * @param {string} nowhere address of pages without an address; what is relative to it stays as it is
 * @param {{
 *   code: {
 *     readCode: (pre: HTMLElement) => { text: string, language: string },
 *     isBesideCode: (element: Element) => boolean,
 *     readEditor: (element: Element) => { text: string, language: string } | null,
 *     readXml: (root: Element) => { text: string, language: string } | null,
 *   },
 *   formulas: {
 *     isFormula: (element: Element) => boolean,
 *     isDrawing: (element: Element) => boolean,
 *   },
 *   controls: {
 *     isControl: (element: Element) => boolean,
 *     isIcon: (element: Element, style: CSSStyleDeclaration) => boolean,
 *     isForScreenReaders: (element: Element, style: CSSStyleDeclaration) => boolean,
 *     isToItsHeading: (link: HTMLAnchorElement) => boolean,
 *     isEmptyLink: (link: HTMLAnchorElement, copy: Element) => boolean,
 *   },
 *   tabs: { names: Map<Element, string>, left: Set<Element> },
 *   footnotes: { labels: Map<Element, string>, notes: Map<Element, string>, left: Set<Element> },
 *   tableHeads: { heads: Map<Element, HTMLTableElement>, left: Set<Element> },
 *   gridRows: (grid: HTMLElement) => Element[][][] | null,
 *   gaps: { isApart: (before: Node | null, copied: Node, node: Node) => boolean },
 *   lists: {
 *     markPoint: (paragraph: Element, target: HTMLElement) => void,
 *     markList: (list: Element, target: HTMLElement) => void,
 *   },
 *   labelOf: (element: Element) => string | null,
 *   leaves: (copy: Document, addressOf: (text: string | null, schemes: RegExp) => string | null) => any,
 *   calloutKind: (element: Element) => string | null,
 * }} parts readers of what is more than its text
 * @returns {Document}
 */
export default function copyShown(
  nowhere,
  {
    code,
    formulas,
    controls,
    tabs,
    footnotes,
    tableHeads,
    gaps,
    gridRows,
    lists,
    labelOf,
    leaves,
    calloutKind,
  },
) {
  const { readCode, isBesideCode, readEditor, readXml } = code;
  const { isFormula, isDrawing } = formulas;
  const { isControl, isIcon, isForScreenReaders, isToItsHeading, isEmptyLink } = controls;
  const LEFT_OUT =
    "script, style, noscript, template, iframe, frame, object, embed, svg, canvas, audio, video, input, select, textarea, datalist, map, .mw-editsection";
  const TASK = "li input[type=checkbox]:disabled";
  const TASKS = new Map([
    ["checked", "[x]"],
    ["unchecked", "[ ]"],
  ]);
  const POINTS = "ol:has(> li[data-list])";
  const PLACING = "[role=presentation], [role=none]";
  const EXPLANATIONS = ".colist > table";
  const GRID = ":is([role=grid], [role=treegrid], [role=table]):not(table)";
  // Each begins a line of a table's cell.
  const IN_CELL = /^(?:li|tr)$/;
  const INLINE =
    /^(?:a|abbr|b|bdi|bdo|br|cite|code|del|em|i|ins|kbd|mark|q|s|samp|small|strike|strong|sub|sup|time|u|var)$/;
  const BLOCK =
    /^(?:address|article|aside|blockquote|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|nav|ol|p|section|summary|ul)$/;
  // Footnotes of Sphinx, in their list.
  const NOTE = "[role=note], [role^='doc-']";
  const NOTES = `aside:is(${NOTE}, :has(> aside:is(${NOTE})))`;
  // Beside the paragraph on the page, in the middle of its sentence in the document.
  const MARGIN =
    "p .sidenote, p .marginnote, li > .sidenote, li > .marginnote, .ltx_role_footnote > .ltx_note_outer";
  const CALLOUT_TITLE =
    /^(?:note|info|see also|tip|hint|important|warning|attention|caution|danger|error)[:!]?$/i;
  const TABLE = /^(?:table|caption|colgroup|col|thead|tbody|tfoot|tr|td|th)$/;
  const ONE_LINE = /^(?:a|caption|t[dh])$/;
  const BULLET = /^(?:[•◦▪‣⁃–∗·]|\d+\.)$/;
  const HEADING = /^h[1-6]$/;
  const IS_HEAD = /^(?:h[1-6]|th)$/;
  const BOX = ":has(p, h2, h3, h4, h5, h6), .nextra-card";
  const LAID_OUT = "table, ul, ol, h1, h2, h3, h4, h5, h6, hr, blockquote, pre, p + p";
  const ATTRIBUTES = ["align", "class", "datetime", "dir", "itemprop", "role", "start"];
  // The HTML parser makes no deeper elements. Deeper ones are joined with their parents.
  const MAX_DEPTH = 512;
  const MAX_NAME_WORDS = 4;
  const MAX_COLUMNS = 100;
  const MIN_SLIDE = 0.9;
  const MIN_BOLD = 600;
  const NEAR_PX = 1;
  // Of reveal.js and remark, also what appears on a slide step by step. They show one slide, and print all of them.
  const SLIDES =
    ".reveal > .slides > section, .reveal > .slides > section > section, .reveal > .slides > section .fragment, .remark-slide-container";
  const FIELD = "input, select, textarea";
  const LINKS = /^(?:https?|mailto|tel):$/;
  // Read through the prototypes: fields named like a property hide it on their form and on the document.
  const reader = (prototype, name) => {
    const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
    return (node) => get?.call(node);
  };
  const childrenOf = reader(Node.prototype, "childNodes");
  const shadowOf = reader(Element.prototype, "shadowRoot");
  const nameOf = reader(Element.prototype, "localName");
  const withoutSoftHyphens = (text) => text.replaceAll("\u00ad", "");
  const copy = document.implementation.createHTMLDocument(
    withoutSoftHyphens(reader(Document.prototype, "title")(document)),
  );

  const permalinks = document.querySelectorAll(":is(h1, h2, h3, h4, h5, h6) a[href^='#']");
  const headingIds = new Set([...permalinks].map((link) => link.getAttribute("href")));

  // The nodes in the place of the element's children: its shadow root's, or those that a slot is filled with.
  function shownIn(element) {
    const assigned = element instanceof HTMLSlotElement ? element.assignedNodes({ flatten: true }) : [];
    return assigned.length > 0 ? assigned : childrenOf(shadowOf(element) ?? element);
  }

  function addressOf(text, schemes) {
    const url = text ? URL.parse(text, document.baseURI) : null;
    if (!url || !schemes.test(url.protocol)) return null;
    return url.href.startsWith(nowhere) ? text : url.href;
  }

  const { sourceOf, copyImage, copyCode, copyFormula, copyTask, copyField, copyText } = leaves(
    copy,
    addressOf,
  );

  // In the part that it opens, because Readability leaves out short paragraphs beside such boxes.
  function copyTab(text, into, inside) {
    const line = copy.createElement(inside.isLine ? "span" : "p");
    const name = copy.createElement("strong");
    name.textContent = text;
    line.append(" ", name, " ");
    into.append(line);
  }

  const isOneBlock = (element) =>
    [...element.querySelectorAll("pre")].filter((block) => !isBesideCode(block)).length < 2;

  // Components can have their code in an element of another name. Doxygen has a box for each line, Redoc lists in code, and
  // others the block in code.
  function isCodeBox(element, { display, whiteSpace }) {
    if (element.localName === "code") return element.querySelector("li, pre") !== null && isOneBlock(element);
    const line = element.matches(".fragment") ? element.querySelector(".line") : null;
    if (line && display === "block") return hasCodeFont(getComputedStyle(line));
    const [code] = element.children;
    if (code?.localName !== "code" || display !== "block" || whiteSpace !== "pre") return false;
    const lines = code.textContent.trim();
    return lines.includes("\n") && lines === element.textContent.trim();
  }

  // Slides of Marp are HTML as high as a drawing. Lower HTML is a label of a diagram.
  function copySlide(svg, into, inside) {
    const { height } = svg.getBoundingClientRect();
    for (const part of svg.querySelectorAll(":scope > foreignObject")) {
      if (part.getBoundingClientRect().height < height * MIN_SLIDE) continue;
      const box = copy.createElement(inside.isLine ? "span" : "div");
      box.className = "platen-slide";
      for (const child of childrenOf(part)) copyNode(child, box, { ...inside, depth: inside.depth + 1 });
      into.append(box);
    }
  }

  // Closed ones of Obsidian, too. Browsers do not lay out what is in closed ones, so code there would have no lines.
  function openFolded(box) {
    if (box instanceof HTMLDetailsElement) box.open = true;
    for (const part of childrenOf(box)) {
      if (
        part instanceof HTMLElement &&
        !part.matches(`summary, ${LEFT_OUT}`) &&
        getComputedStyle(part).display === "none"
      )
        part.style.setProperty("display", "block", "important");
    }
  }

  function openSlides() {
    for (const part of document.querySelectorAll(SLIDES)) {
      if (!(part instanceof HTMLElement)) continue;
      part.style.setProperty("transition", "none", "important");
      if (getComputedStyle(part).display === "none") part.style.setProperty("display", "block", "important");
      part.style.setProperty("visibility", "visible", "important");
    }
  }

  // What appears when a cell is pointed at can be a table too.
  const isHiddenTable = (table) =>
    getComputedStyle(table).visibility !== "visible" && table.innerText.trim() === "";

  // Many tables only place their content. Markdown has room for one line in each cell.
  function isData(table) {
    if (table.parentElement && calloutKind(table.parentElement)) return false;
    const isLaidOut = table.querySelector(LAID_OUT) !== null;
    if (isLaidOut && table.matches(PLACING)) return false;
    const hasHeads = table.querySelector("th") !== null || tableHeads.heads.has(table);
    // Of parameters with properties of their own, such as those of JSDoc.
    const isOfTables = [...table.querySelectorAll("table")].some((inner) => !isHiddenTable(inner));
    if (isOfTables) return table.rows.length > 1 && table.tHead?.querySelector("th");
    // A row alone places an equation and its number.
    if (table.rows.length === 1 && !hasHeads && table.querySelector("math")) return false;
    return (table.rows.length > 1 && hasHeads) || !isLaidOut;
  }

  // Without its end tag, a heading contains what follows it.
  // Code of one line in it, such as the version in Swagger UI, is no block.
  function isOneLine(element, name) {
    if (!HEADING.test(name)) return ONE_LINE.test(name);
    return [...element.querySelectorAll(LAID_OUT)].every(
      (part) => part.localName === "pre" && !part.textContent.trim().includes("\n"),
    );
  }

  // As in GitHub's Markdown. Its readers write the kind, so a title that says no more is left out.
  function markCallout(target, kind) {
    const texts = copy.createTreeWalker(target, NodeFilter.SHOW_TEXT);
    let first = texts.nextNode();
    while (first && !first.nodeValue?.trim()) first = texts.nextNode();
    if (first && CALLOUT_TITLE.test(first.nodeValue?.trim() ?? "")) {
      first.nodeValue = "";
      for (const icon of target.querySelectorAll("img"))
        if (icon.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING) icon.remove();
      const after = first.parentElement?.nextElementSibling;
      if (after?.localName === "br") after.remove();
    }
    const line = copy.createElement("p");
    const mark = copy.createElement("code");
    mark.className = "platen-source";
    mark.textContent = `[!${kind}]`;
    line.append(mark);
    target.prepend(line);
  }

  // LaTeXML writes the bullet or number of a point as text.
  function isBullet(element) {
    const point = element.parentElement;
    if (point?.localName !== "li" || point.firstElementChild !== element) return false;
    return BULLET.test(element.textContent.trim()) && getComputedStyle(point).listStyleType === "none";
  }

  // A cell has no lists, but lines.
  function pointMark(point, label) {
    const list = point.parentElement;
    if (label) return label;
    if (list?.localName !== "ol") return "-";
    return `${list.start + [...list.children].indexOf(point)}.`;
  }

  function nameInCopy(element, isBlock, inside) {
    const name = nameOf(element);
    // Without its end tag, code contains what follows it.
    if (name === "code" && element.querySelector("pre")) return "div";
    if (INLINE.test(name)) return name;
    if (inside.isLine || element.matches(MARGIN)) return "span";
    if (element.matches(NOTES)) return "div";
    if (BLOCK.test(name)) return name;
    // Turndown fails for rows and cells without a table around them in the copy.
    if (TABLE.test(name) && inside.isData !== null) return inside.isData ? name : "div";
    return isBlock ? "div" : "span";
  }

  // Quill has one list for all kinds of points, without lists inside of each other.
  function copyPoints(list, into, inside) {
    const lists = [];
    for (const point of list.children) {
      const kind = point.getAttribute("data-list");
      const name = kind === "ordered" ? "ol" : "ul";
      const level = Math.min(Number(/\bql-indent-(\d)/.exec(point.className)?.[1] ?? 0), lists.length);
      lists.length = Math.min(lists.length, level + 1);
      if (lists[level]?.localName !== name) {
        lists[level] = copy.createElement(name);
        const around = lists[level - 1]?.lastElementChild ?? into;
        around.append(lists[level]);
      }
      const part = copy.createDocumentFragment();
      copyNode(point, part, { ...inside, depth: inside.depth + lists.length });
      // The label of the one list.
      part.firstElementChild?.removeAttribute("data-platen-label");
      if (TASKS.has(kind)) part.firstElementChild?.prepend(sourceOf(TASKS.get(kind)), " ");
      lists[level].append(part);
    }
  }

  // AsciiDoctor's explanations of the numbers in code, with icons in place of the numbers.
  function copyExplanations(table, into, inside) {
    const list = copy.createElement("ol");
    for (const { cells } of table.rows) {
      const item = copy.createElement("li");
      const within = { ...inside, depth: inside.depth + 2 };
      for (const child of cells[cells.length - 1]?.childNodes ?? []) copyNode(child, item, within);
      list.append(item);
    }
    into.append(list);
  }

  function copyGrid(rows, into, inside, hasHeads) {
    const table = copy.createElement("table");
    const within = { ...inside, depth: inside.depth + 3, isLine: true, isCell: true, isData: true };
    for (const columns of rows) {
      const row = table.insertRow();
      const isHead =
        table.rows.length === 1 &&
        (hasHeads || columns.flat().some((cell) => cell.matches("[role=columnheader]")));
      for (const cells of columns) {
        const target = copy.createElement(isHead ? "th" : "td");
        for (const child of cells.flatMap((cell) => [...shownIn(cell)])) copyNode(child, target, within);
        row.append(target);
      }
    }
    into.append(table);
  }

  function copyAttributes(element, target) {
    for (const name of ATTRIBUTES) {
      const value = element.getAttribute(name);
      if (value !== null) target.setAttribute(name, value);
    }
    // As an id, it could hide properties of the copy. Readability reads both alike.
    // That of a heading, or of its part of the page, is made of the heading's words, and often longer.
    const id = element.getAttribute("id");
    const isName = id && !HEADING.test(nameOf(element)) && id.split(/[-_]/).length <= MAX_NAME_WORDS;
    if (isName && !headingIds.has(`#${id}`)) target.setAttribute("class", `${target.className} ${id}`);
  }

  const isBold = ({ fontWeight }) => Number(fontWeight) >= MIN_BOLD;
  const isItalic = ({ fontStyle }) => fontStyle === "italic";

  // Words that only styles make bold or italic, as in documents that Google Docs and Evernote save, and names in lists of terms.
  function stress(target, style, inside) {
    const isTerm = target.localName === "dt";
    if (inside.isCell && isTerm) return;
    if (!isTerm && (target.localName !== "span" || target.className.startsWith("platen-"))) return;
    if (!/[\p{L}\p{N}]/u.test(target.textContent) || target.querySelector(LAID_OUT)) return;
    const names = [];
    if (isBold(style) && !inside.isBold && !target.querySelector("b, strong")) names.push("strong");
    if (isItalic(style) && !inside.isItalic && !target.querySelector("i, em")) names.push("em");
    for (const name of names) {
      const mark = copy.createElement(name);
      mark.append(...target.childNodes);
      target.append(mark);
    }
  }

  const hasCodeFont = ({ fontFamily }) => fontFamily.includes("monospace");

  // One of several links below each other, each in a line of its own.
  function isStacked(link) {
    const [before, after] = [link.previousElementSibling, link.nextElementSibling];
    const isLink = (element) => element !== null && nameOf(element) === "a";
    const isAbove = (one, other) =>
      one.getBoundingClientRect().bottom <= other.getBoundingClientRect().top + NEAR_PX;
    return (isLink(before) && isAbove(before, link)) || (isLink(after) && isAbove(link, after));
  }

  function copyElement(element, into, inside) {
    const style = getComputedStyle(element);
    const { display, visibility } = style;
    const isMonospace = hasCodeFont(style);
    const name = nameOf(element);
    if (isDrawing(element) || footnotes.left.has(element)) return;
    // MathJax 2 has the TeX in a script, which no browser shows.
    if (isFormula(element) && (name === "script" || (display !== "none" && visibility === "visible"))) {
      copyFormula(element, into, inside);
      return;
    }
    if (display !== "none" && element.matches(TASK)) {
      copyTask(element.checked, into);
      return;
    }
    if (display !== "none" && name === "svg") copySlide(element, into, inside);
    if (display !== "none" && element.matches(FIELD)) copyField(element, into);
    if (display === "none" || element.matches(LEFT_OUT)) return;
    const tab = tabs.names.get(element);
    const isVisible = visibility === "visible";
    if (name === "img") {
      if (isVisible) copyImage(element, into);
      return;
    }
    if (element instanceof HTMLTableElement && isHiddenTable(element)) return;
    if (isBesideCode(element) || tabs.left.has(element) || tableHeads.left.has(element) || isBullet(element))
      return;
    if ((name === "pre" || isCodeBox(element, style)) && !inside.isLine) {
      if (tab) copyTab(tab, into, inside);
      copyCode(readCode(element), into);
      return;
    }
    const editor = inside.isLine ? null : readEditor(element);
    if (editor) {
      copyCode(editor, into);
      return;
    }
    if (isControl(element) || isIcon(element, style) || isForScreenReaders(element, style)) return;
    if (element.matches(POINTS) && !inside.isLine) {
      copyPoints(element, into, inside);
      return;
    }
    if (element instanceof HTMLTableElement && element.matches(EXPLANATIONS) && !inside.isLine) {
      copyExplanations(element, into, inside);
      return;
    }
    const isGrid = element.matches(GRID);
    const rows = (isGrid || display === "grid") && !inside.isLine ? gridRows(element) : null;
    if (rows) {
      copyGrid(rows, into, inside, !isGrid);
      return;
    }
    // The box of a formula for screen readers is out of the line, and so a block.
    const isBlock = !/^(?:inline|contents|ruby)/.test(display) && !element.querySelector(":scope > math");
    const around = element instanceof HTMLTableElement ? { ...inside, isData: isData(element) } : inside;
    const callout = inside.isLine ? null : calloutKind(element);
    const target = copy.createElement(callout ? "blockquote" : nameInCopy(element, isBlock, around));
    copyAttributes(element, target);
    const isLink = target.localName === "a";
    const href = isLink && !isToItsHeading(element) && addressOf(element.getAttribute("href"), LINKS);
    if (href) target.setAttribute("href", href);
    if (footnotes.labels.has(element)) target.dataset.platenRef = footnotes.labels.get(element);
    if (element.matches(MARGIN)) target.classList.add("platen-margin");
    if (element instanceof HTMLTableElement && element.matches(PLACING))
      target.classList.add("platen-placing");
    if (footnotes.notes.has(element)) target.dataset.platenNote = footnotes.notes.get(element);
    // In one line, its paragraphs are no elements any more.
    if (isLink && element.querySelector("p")) target.classList.add("platen-card");
    if (isLink && element.matches(BOX)) target.classList.add("platen-box");
    const isCell = /^t[dh]$/.test(target.localName);
    const within = {
      ...around,
      depth: inside.depth + 1,
      isLine: inside.isLine || isOneLine(element, target.localName),
      isCell: inside.isCell || isCell,
      isVisible,
      isMonospace,
      isBold: isBold(style) || IS_HEAD.test(name),
      isItalic: isItalic(style) || IS_HEAD.test(name),
    };
    if (callout || element instanceof HTMLDetailsElement) openFolded(element);
    const holder = inside.depth < MAX_DEPTH ? target : into;
    if (tab) copyTab(tab, holder, within);
    const above = tableHeads.heads.get(element);
    if (above) for (const row of above.rows) copyNode(row, holder, within);
    for (const child of shownIn(element)) copyNode(child, holder, within);
    if (callout) markCallout(target, callout);
    if (target.localName === "p") lists.markPoint(element, target);
    if (target.localName === "ol" || target.localName === "ul") lists.markList(element, target);
    const label = target.textContent.trim() ? labelOf(element) : null;
    if (label && target.localName === "li") target.dataset.platenLabel = label;
    else if (label && name !== "li") target.prepend(`${label} `);
    // As browsers without ruby show a reading. https://html.spec.whatwg.org/#the-rp-element
    if (name === "rt" && target.textContent.trim()) {
      target.prepend("(");
      target.append(")");
    }
    if (isLink && isEmptyLink(element, target)) return;
    if (!IS_HEAD.test(name)) stress(target, style, inside);
    // References show signatures as code, and have links in them. The font of all text, or of a part of the page, says nothing.
    if (isMonospace && !inside.isMonospace && !target.querySelector(LAID_OUT))
      target.classList.add("platen-code");
    const isOneOfBoxes =
      isLink && isBlock && !inside.isLine && (target.classList.contains("platen-box") || isStacked(element));
    const place = isOneOfBoxes ? into.appendChild(copy.createElement("div")) : into;
    if (inside.isCell && IN_CELL.test(name)) {
      const mark = name === "li" ? `${pointMark(element, label)} ` : "";
      place.append(copy.createElement("br"), mark, target);
      return;
    }
    // What stands apart on the page has a space in a line.
    const isApart = isBlock && !BLOCK.test(target.localName) && !TABLE.test(target.localName);
    if (holder === target) {
      const isAfterGap = !isBlock && gaps.isApart(place.lastChild, target, element);
      if (isApart || isAfterGap) place.append(" ");
      place.append(target);
      if (isApart) place.append(" ");
    }
    if (!isCell || holder !== target) return;
    target.rowSpan = element.rowSpan;
    // Markdown has no cells across columns.
    for (let column = 1; column < Math.min(element.colSpan, MAX_COLUMNS); column += 1) {
      const empty = copy.createElement(target.localName);
      empty.rowSpan = element.rowSpan;
      into.append(empty);
    }
  }

  function copyNode(node, into, inside) {
    if (node instanceof Element) copyElement(node, into, inside);
    else if (node instanceof Text && inside.isVisible) {
      if (into.lastChild instanceof Element && gaps.isApart(into.lastChild, node, node)) into.append(" ");
      copyText(withoutSoftHyphens(node.data), into, inside);
    }
  }

  openSlides();
  const root = reader(Document.prototype, "documentElement")(document);
  // A document of another kind has no body, such as an SVG file or XML with styles.
  const isHtml = root instanceof HTMLHtmlElement;
  const xml = readXml(root);
  if (xml) {
    copyCode(xml, copy.body);
    return copy;
  }
  const shown = isHtml ? [...childrenOf(root)].filter((child) => child instanceof HTMLBodyElement) : [root];
  for (const body of shown) {
    const inside = {
      depth: 0,
      isLine: false,
      isCell: false,
      isData: null,
      isVisible: true,
      isMonospace: hasCodeFont(getComputedStyle(body)),
      isBold: isBold(getComputedStyle(body)),
      isItalic: isItalic(getComputedStyle(body)),
    };
    for (const child of shownIn(body)) copyNode(child, copy.body, inside);
  }
  copy.documentElement.lang = root.lang;
  return copy;
}
