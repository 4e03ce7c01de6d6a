/**
 * Keeps animations at their end while the window has another size. Rules for narrow windows can end them, and they begin again
 * when the window has its size back.
 */
export default function endAgain() {
  // Whole rounds of most animations without end, which stay in their state.
  const WEEK = "604800s";
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `*, ::before, ::after { animation-delay: -${WEEK} !important; transition: none !important }`,
  );
  /** @type {(Document | ShadowRoot)[]} */
  const roots = [document];
  for (const root of roots) {
    for (const { shadowRoot } of root.querySelectorAll("*")) if (shadowRoot) roots.push(shadowRoot);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }
  return true;
}
