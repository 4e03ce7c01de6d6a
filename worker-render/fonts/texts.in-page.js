/**
 * Finds what the document shows as text: its nodes, fields, alternative texts of missing pictures, what style sheets put before
 * and after elements, and the same in open shadow roots. Text without any of the characters is passed over as a whole.
 * @param {RegExp} characters
 * @param {(element: Element, text: string) => void} visit
 */
export default function texts(characters, visit) {
  const NOT_SHOWN = /^(?:script|style|noscript|template|title)$/i;
  const found = (element, text) => {
    if (element && text && characters.test(text) && !NOT_SHOWN.test(element.localName)) visit(element, text);
  };

  function generated(root, rules) {
    for (const rule of rules) {
      if (rule.cssRules?.length > 0) generated(root, rule.cssRules);
      const content = rule.style?.content;
      if (!content || !characters.test(content)) continue;
      const selector = rule.selectorText?.replace(/::?(?:before|after|marker)\b/g, "");
      try {
        for (const element of root.querySelectorAll(selector)) found(element, content);
      } catch {
        // A selector with nothing before its pseudo-element.
      }
    }
  }

  /** @type {(Document | ShadowRoot)[]} */
  const roots = [document];
  for (const root of roots) {
    if (characters.test((root === document ? document.documentElement : root)?.textContent ?? "")) {
      const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
        found(node.parentElement ?? /** @type {ShadowRoot} */ (root).host, node.nodeValue);
      }
    }
    for (const element of root.querySelectorAll("*")) if (element.shadowRoot) roots.push(element.shadowRoot);
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (root.querySelectorAll("input,textarea")))
      found(field, field.value || field.placeholder);
    // The browser shows the choice in the font of the field, not of the option.
    for (const field of root.querySelectorAll("select")) found(field, field.textContent);
    for (const picture of /** @type {NodeListOf<HTMLImageElement>} */ (root.querySelectorAll("img[alt]")))
      if (picture.naturalWidth === 0) found(picture, picture.alt);
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) {
      try {
        generated(root, sheet.cssRules);
      } catch {
        // The sheet of another site.
      }
    }
  }
}
