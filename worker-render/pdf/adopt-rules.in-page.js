/**
 * Adds style rules to the page, after its own.
 * @param {string} rules
 */
export default function adoptRules(rules) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return true;
}
