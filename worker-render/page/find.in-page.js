/**
 * Finds the elements of a CSS selector, in the document and in its open shadow roots.
 * @param {string} selector
 * @param {Document | ShadowRoot} root
 * @returns {Element[]}
 */
export default function find(selector, root = document) {
  const found = [...root.querySelectorAll(selector)];
  for (const { shadowRoot } of root.querySelectorAll("*")) {
    if (shadowRoot) found.push(...find(selector, shadowRoot));
  }
  return found;
}
