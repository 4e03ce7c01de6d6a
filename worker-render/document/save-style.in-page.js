/**
 * Adds a style sheet as a piece: of a `style` or `link` element, of a `style` attribute, or of script.
 * @param {{ element?: any, link?: any, adopted?: CSSStyleSheet[], text?: string, inside: string }} from
 * @param {(piece: any) => void} add
 * @param {number} styleChars longer texts are left out
 */
export default function saveStyle({ element, link, adopted, text, inside }, add, styleChars) {
  // Through the prototype: a field with this name hides it on the document.
  const base = Object.getOwnPropertyDescriptor(Node.prototype, "baseURI")?.get?.call(document);
  const textOf = (rules) => [...rules].map((rule) => rule.cssText).join("\n");

  // Null for a sheet of another site, whose rules no script can read.
  function rulesOf(sheet) {
    try {
      return sheet.cssRules;
    } catch {
      return null;
    }
  }

  // The text of the page, because the text of rules loses what only other browsers know. After a script has changed the
  // rules, theirs.
  function ownText(style) {
    const rules = rulesOf(style.sheet);
    if (!rules) return style.textContent;
    const asWritten = new CSSStyleSheet();
    asWritten.replaceSync(style.textContent);
    const changeable = [...rules].filter((rule) => !(rule instanceof CSSImportRule));
    return textOf(asWritten.cssRules) === textOf(changeable) ? style.textContent : textOf(rules);
  }

  function read() {
    if (text !== undefined) return { css: text, url: base };
    if (adopted) return { css: adopted.map((sheet) => textOf(sheet.cssRules)).join("\n"), url: base };
    if (link) {
      const rules = rulesOf(link.sheet);
      return { css: rules && textOf(rules), url: link.sheet.href ?? link.href, isFile: true };
    }
    return { css: ownText(element), url: base };
  }

  const { css, url, isFile = false } = read();
  add({ css: css !== null && css.length > styleChars ? "" : css, url, isFile, inside });
}
