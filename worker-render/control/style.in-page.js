/**
 * Puts the job's styles into the document and its open shadow roots. It runs before the page's own scripts, and again before
 * the capture, because the page may have added shadow roots or removed the styles. Content security policies do not apply.
 * @param {{ css: string[], hide: string[], remove: string[] }} want
 */
export default function style(want) {
  // The frames of a page get this script too.
  if (window !== window.top) return;
  const notes = /** @type {any} */ (window).__platen ?? {};

  function make() {
    const rules = new CSSStyleSheet();
    const add = (rule) => {
      try {
        rules.insertRule(rule);
      } catch {
        // The selector is not valid. That fails the job later.
      }
    };
    for (const selector of want.hide)
      add(`:is(${selector}), :is(${selector}) * { visibility: hidden !important }`);
    for (const selector of want.remove) add(`:is(${selector}) { display: none !important }`);
    const sheets = want.css.map((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      return sheet;
    });
    return [...sheets, rules];
  }

  function adopt(root) {
    const missing = notes.sheets.filter((sheet) => !root.adoptedStyleSheets.includes(sheet));
    if (missing.length > 0) root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...missing];
    for (const { shadowRoot } of root.querySelectorAll("*")) if (shadowRoot) adopt(shadowRoot);
  }

  // Only style elements can import other style sheets.
  function addImports() {
    if (!document.head || notes.imports?.isConnected) return;
    const texts = want.css.filter((text) => /@import/i.test(text));
    if (texts.length === 0) return;
    notes.imports = document.createElement("style");
    notes.imports.textContent = texts.join("\n");
    document.head.append(notes.imports);
  }

  notes.sheets ??= make();
  adopt(document);
  addImports();
}
