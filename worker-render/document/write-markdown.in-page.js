/**
 * Writes what the page shows as Markdown: its article, or the whole page if it has none.
 * @param {{ maxChars: number, nowhere: string }} want `nowhere`: address of pages without an address
 * @param {(nowhere: string, parts: any) => Document} copyShown
 * @param {(copy: Document, addressOf: any, readFormula: any, readField: any) => any} copyLeaves
 * @param {() => any} codeBlocks
 * @param {(toTex: ((mathMl: string) => string) | null) => any} formulas
 * @param {() => any} controls
 * @param {() => any} gaps
 * @param {(grid: HTMLElement) => Element[][][] | null} gridRows
 * @param {(content: Element) => void} layOutTables
 * @param {() => any} lists
 * @param {() => (element: Element) => string | null} labels
 * @param {(field: Element) => string | boolean | null} readField
 * @param {() => { names: Map<Element, string>, left: Set<Element> }} openTabs
 * @param {() => { labels: Map<Element, string>, notes: Map<Element, string>, left: Set<Element> }} footnotes
 * @param {() => { heads: Map<Element, HTMLTableElement>, left: Set<Element> }} tableHeads
 * @param {(element: Element) => string | null} calloutKind
 * @param {(copy: Document, Readability: any) => { title: string, content: Element } | null} readArticle
 * @returns {(Readability: any, TurndownService: any, plugin: any, mathMl?: any) => string | null | false} takes the libraries;
 *   null if the text is longer than `maxChars`, false if the page has MathML, for which the last library is missing
 */
export default function writeMarkdown(
  want,
  copyShown,
  copyLeaves,
  codeBlocks,
  formulas,
  controls,
  gaps,
  gridRows,
  layOutTables,
  lists,
  labels,
  readField,
  openTabs,
  footnotes,
  tableHeads,
  calloutKind,
  readArticle,
) {
  // What Markdown or HTML would read as their own.
  const MARKS = new RegExp(
    [
      // At the beginning of a line. A bar or a colon begins a table's second line. A "!" stands alone only before a link, of
      // which it would make an image.
      String.raw`^(?:[-=>]|\+(?= |$)|#{1,6}(?= |$)|[|:](?=[ :]*-)|!$)`,
      String.raw`(?<=^\d{1,9})[.)](?= |$)`,
      // At the end of a heading.
      "(?<= )#+$",
      String.raw`[\\*\x60[\]]`,
      // Inside a word, "_" marks nothing.
      String.raw`(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])`,
      // Only a "~" that ends a word can end a line through it.
      String.raw`(?<=[\p{L}\p{N}])~|(?<!\s)~(?![\p{L}\p{N}])`,
      String.raw`<(?=[a-z/!?]|$)|&(?=#?\w+;)`,
    ].join("|"),
    "giu",
  );
  // An address in a text becomes a link, and a backslash a part of it.
  const MARKED_ADDRESS = /(?<![a-z])(https?|www)(?=(?::\/\/|\.)\S{0,2000}\\)/gi;
  const BAR = "\0";
  const MARGIN = ".platen-margin";
  const HEADINGS = "h1, h2, h3, h4, h5, h6";
  const BLOCKS = "p, div, ul, ol, table, pre, blockquote, h1, h2, h3, h4, h5, h6";
  const ORDINAL = /^(?:st|nd|rd|th|[™®℠]|TM)$/;
  const FRAME =
    "nav, [role=navigation], [role=contentinfo], footer:not(:is(article, blockquote, li, main, section) footer)";
  const textOf = (element) => (element.textContent ?? "").replace(/\s+/g, " ").trim();

  // At the end of the title stands the site's name, which can be a headline too. "Ann on Chat: …" is more than Ann's name.
  const isBegunBy = (title, headline) =>
    title.startsWith(headline) && !/^\s*[\p{L}\p{N}]/u.test(title.slice(headline.length));

  // Menus and the footer of a page are not what it is about, unless most of its words are in them, as in a table of contents.
  function leaveOutFrame(body) {
    const outer = [...body.querySelectorAll(FRAME)].filter((part) => !part.parentElement.closest(FRAME));
    const chars = outer.reduce((sum, part) => sum + textOf(part).length, 0);
    if (chars <= textOf(body).length / 2) for (const part of outer) part.remove();
  }

  // Markdown has no marks around paragraphs. Google Docs has one around all that is copied.
  function unmarkBlocks(content) {
    for (const part of content.querySelectorAll("b, strong, i, em")) {
      if (!part.querySelector(BLOCKS)) continue;
      const box = content.ownerDocument.createElement("div");
      box.append(...part.childNodes);
      part.replaceWith(box);
    }
  }

  function beginsWithHeading(item) {
    const texts = item.ownerDocument.createTreeWalker(item, NodeFilter.SHOW_TEXT);
    while (texts.nextNode())
      if (texts.currentNode.nodeValue?.trim())
        return texts.currentNode.parentElement.closest(HEADINGS) !== null;
    return true;
  }

  // Javadoc and others have each part of a page in a list, and lists of articles one point for each.
  function openSections(content) {
    for (const list of content.querySelectorAll(`ul:has(${HEADINGS})`)) {
      const items = [...list.children];
      if (!items.every((item) => item.localName === "li" && beginsWithHeading(item))) continue;
      for (const part of [list, ...items]) {
        const box = content.ownerDocument.createElement("div");
        box.append(...part.childNodes);
        part.replaceWith(box);
      }
    }
  }

  // Characters of which only the page's font has a picture.
  function leaveOutIcons(content) {
    const texts = content.ownerDocument.createTreeWalker(content, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = /** @type {Text} */ (texts.currentNode);
      if (/\p{Co}/u.test(text.data) && !text.parentElement?.closest("pre, code"))
        text.data = text.data.replace(/\p{Co}/gu, "");
    }
  }

  // Turndown has no such blocks.
  function openDetails(content) {
    for (const part of content.querySelectorAll("details, summary")) {
      const box = content.ownerDocument.createElement("div");
      box.append(...part.childNodes);
      part.replaceWith(box);
    }
  }

  // Turndown escapes each text by itself, and marks each stressed part, although "****" ends no mark.
  function joinTexts(content) {
    for (const span of content.querySelectorAll("span:not([role]), a:not([href])"))
      span.replaceWith(...span.childNodes);
    for (const part of content.querySelectorAll("b, strong, i, em")) {
      const before = part.previousSibling;
      if (!(before instanceof Element) || before.localName !== part.localName) continue;
      before.append(...part.childNodes);
      part.remove();
    }
    content.normalize();
    for (const { previousSibling: text } of content.querySelectorAll("a")) {
      if (text instanceof Text && text.data.endsWith("!")) text.splitText(text.length - 1);
    }
  }

  // Markdown has no links and marks inside of code, so links stand around parts of it. Code in a link needs none.
  function separateLinks(code) {
    for (const line of code.querySelectorAll("br")) line.replaceWith(" ");
    const parts = [];
    const texts = code.ownerDocument.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const around = text.parentElement.closest("a[href]");
      const link = code.contains(around) ? around : null;
      const before = parts.at(-1);
      if (before?.link === link) before.words += text.data;
      else parts.push({ link, words: text.data });
    }
    const nodes = parts.map(({ link, words }) => {
      const part = code.cloneNode();
      part.textContent = words;
      const inside = words.trim() ? part : words;
      if (!link) return inside;
      const whole = link.cloneNode();
      whole.append(inside);
      return whole;
    });
    code.replaceWith(...nodes);
  }

  function layOutCode(content) {
    for (const code of content.querySelectorAll("code:has(*)")) {
      const isOuter = !code.parentElement.closest("pre, code");
      if (isOuter && !code.querySelector("img")) separateLinks(code);
    }
  }

  // A note in the margin stands in the middle of a sentence.
  function leaveSentences(content) {
    for (const note of content.querySelectorAll(MARGIN)) {
      const line = content.ownerDocument.createElement("p");
      line.append(...note.childNodes);
      const block = note.parentElement.closest("p, li");
      if (block.localName === "li") block.append(line);
      else block.after(line);
      note.remove();
    }
  }

  // A line between the text and its footnotes.
  function lineBefore(note) {
    let at = note;
    while (at && !at.previousElementSibling) at = at.parentElement;
    const before = at?.previousElementSibling;
    return before?.localName === "hr" ? before : null;
  }

  // A link to a note that is not in the file stays a link.
  function markFootnotes(content) {
    const document = content.ownerDocument;
    const notes = new Map();
    for (const note of content.querySelectorAll("[data-platen-note]"))
      notes.set(note.dataset.platenNote, note);
    for (const link of content.querySelectorAll("[data-platen-ref]")) {
      const label = link.dataset.platenRef;
      if (!notes.has(label)) continue;
      const mark = document.createElement("code");
      mark.className = "platen-source";
      mark.textContent = `[^${label}]`;
      const raised = link.closest("sup");
      const isRaised = raised && textOf(raised).replace(/^\[|\]$/g, "") === textOf(link);
      (isRaised ? raised : link).replaceWith(mark);
    }
    for (const note of notes.values()) lineBefore(note)?.remove();
    for (const [label, note] of notes) {
      const box = document.createElement("div");
      box.dataset.platenNote = label;
      box.append(...note.childNodes);
      const list = note.localName === "li" ? note.closest("ol, ul") : null;
      if (note.matches(MARGIN)) content.append(box);
      else (list ?? note).before(box);
      note.remove();
      if (list && !list.querySelector(":scope > li")) list.remove();
    }
  }

  // Inside a word, "_" marks nothing, and "*" only beside letters: https://spec.commonmark.org/0.31.2/#delimiter-run
  function stressed(words, node) {
    const dataOf = (beside) => (beside instanceof Text ? beside.data : "");
    const [before, after] = [dataOf(node.previousSibling), dataOf(node.nextSibling)];
    const begins = /[^\s\p{P}\p{S}]$/u.test(before) && !/^\s/.test(node.textContent);
    const ends = /^[^\s\p{P}\p{S}]/u.test(after) && !/\s$/.test(node.textContent);
    const isStrong = /^(?:strong|b)$/.test(node.localName);
    if ((begins && /^[\p{P}\p{S}]/u.test(words)) || (ends && /[\p{P}\p{S}]$/u.test(words)))
      return isStrong ? `<strong>${words}</strong>` : `<em>${words}</em>`;
    const mark = begins || ends ? "*" : "_";
    return isStrong ? `**${words}**` : `${mark}${words}${mark}`;
  }

  // What begins a list, a quotation or a heading at the beginning of a line alone, and stands behind a mark.
  const behindMark = (words) => words.replace(/^\\(?=[-=>+])/, "").replace(/^(\d{1,9})\\(?=[.)])/, "$1");

  return (Readability, TurndownService, plugin, mathMl) => {
    const found = formulas(mathMl ? (math) => mathMl.MathMLToLaTeX.convert(math) : null);
    if (found.lackTex && !mathMl) return false;
    const ownLists = lists();
    const copy = copyShown(want.nowhere, {
      code: codeBlocks(),
      formulas: found,
      controls: controls(),
      tabs: openTabs(),
      footnotes: footnotes(),
      tableHeads: tableHeads(),
      gaps: gaps(),
      gridRows,
      lists: ownLists,
      labelOf: labels(),
      leaves: (into, addressOf) => copyLeaves(into, addressOf, found.readFormula, readField),
      calloutKind,
    });
    // The headline can stand outside of the article, and can differ from the title, which is written for search engines.
    const headlines = [...copy.querySelectorAll("h1")].filter(textOf);
    const headline = headlines.length === 1 ? headlines[0] : null;
    const texts = headlines.map(textOf);
    const article = readArticle(copy, Readability);
    if (!article) leaveOutFrame(copy.body);
    const content = article?.content ?? copy.body;
    const full = article?.title || copy.title || (headline ? texts[0] : "");
    const inArticle = [...content.querySelectorAll(article ? "h2" : "h1")].filter(textOf);
    // Of several, the site's name is outside of the article.
    const isOfArticle = (text) => article && inArticle.some((heading) => textOf(heading) === text);
    const title = texts.find((text) => isBegunBy(full, text) && (headline || isOfArticle(text))) ?? full;
    const [same] = inArticle;
    if (same && textOf(same) === title) same.remove();
    const isKnown = (text) => [full, textOf(content)].some((known) => known.includes(text));
    if (headline && !isKnown(textOf(headline))) content.prepend(headline.cloneNode(true));
    leaveOutIcons(content);
    unmarkBlocks(content);
    ownLists.nestLists(content);
    ownLists.writeLabels(content);
    openSections(content);
    layOutTables(content);
    openDetails(content);
    layOutCode(content);
    markFootnotes(content);
    leaveSentences(content);
    joinTexts(content);
    ownLists.markSecondLists(content);
    const turndown = new TurndownService({
      headingStyle: "atx",
      hr: "---",
      bulletListMarker: "-",
      codeBlockStyle: "fenced",
    });
    turndown.escape = (text) => text.replace(MARKS, "\\$&").replace(MARKED_ADDRESS, "$1\\");
    turndown.use(plugin.gfm);
    const { image, heading, inlineLink, listItem } = turndown.options.rules;
    for (const [name, rule] of Object.entries({ heading, inlineLink })) {
      const replacement = (words, ...rest) => rule.replacement(behindMark(words), ...rest);
      turndown.addRule(name, { filter: rule.filter, replacement });
    }
    // Other marks begin another list.
    turndown.addRule("point", {
      filter: "li",
      replacement: (words, point, options) => {
        const text = listItem.replacement(words, point, options);
        if (!point.parentElement?.dataset.platenSecond) return text;
        return text.replace(/^(\d+)\./, "$1)");
      },
    });
    // Turndown escapes alternative texts in its own way.
    turndown.addRule("image", {
      filter: "img",
      replacement: (words, img) => {
        const text = turndown.escape(img.alt.replace(/\s+/g, " "));
        img.alt = "";
        return image.replacement(words, img).replace("![]", () => `![${text}]`);
      },
    });
    turndown.addRule("stressed", {
      filter: ["em", "i", "strong", "b"],
      replacement: (words, node) => (words.trim() ? stressed(behindMark(words), node) : ""),
    });
    // GitHub's Markdown takes these from HTML. Without them, ten to the power of six is 106. Links have brackets.
    turndown.addRule("raised", {
      filter: ["sub", "sup"],
      replacement: (words, node) => {
        if (ORDINAL.test(textOf(node)) || node.querySelector("a") || words.includes("\n")) return words;
        if (words.startsWith("[^")) return words;
        return `<${node.localName}>${behindMark(words)}</${node.localName}>`;
      },
    });
    turndown.addRule("quote", {
      filter: "blockquote",
      replacement: (words) => {
        const text = words.trim().replace(/^(\[![A-Z]+\])\n\n/, "$1\n");
        return `\n\n${text.replace(/^/gm, "> ")}\n\n`;
      },
    });
    turndown.addRule("footnote", {
      filter: (node) => node.dataset.platenNote !== undefined,
      replacement: (words, { dataset: { platenNote: label } }) => {
        const [, number, rest] = /^<sup>(\w+)<\/sup>(.*)$/s.exec(words.trim()) ?? [];
        const own = number === label.replace(/-\d+$/, "") ? rest : words.trim();
        // What stood around the link back.
        const text = own.replace(/^(?:[\s^↑]|[.:](?=\s)|\(\)|\\\[\\\])+/, "");
        return `\n\n[^${label}]: ${text.replace(/\n(?=.)/g, "\n    ")}\n\n`;
      },
    });
    turndown.addRule("source", {
      filter: (node) => node.className === "platen-source",
      replacement: (_, node) => node.textContent,
    });
    const cell = turndown.rules.array.find(({ filter }) => [filter].flat().includes("td"));
    // The plugin makes one bar of several, and `<br>` of each end of a line.
    turndown.addRule("cell", {
      filter: ["th", "td"],
      replacement: (words, node) => {
        const text = words.split(/ *\n/).map(behindMark).join("\n");
        return cell.replacement(text.replaceAll("|", BAR), node).replaceAll(BAR, "\\|");
      },
    });
    const { href } = location;
    const parts = [
      title && `# ${behindMark(turndown.escape(title))}`,
      !href.startsWith(want.nowhere) && `Source: <${href}>`,
      turndown.turndown(content),
    ];
    const text = `${parts.filter(Boolean).join("\n\n")}\n`;
    return text.length > want.maxChars ? null : text;
  };
}
