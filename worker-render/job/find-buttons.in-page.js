/**
 * Finds the button's tags and scripts in this document and its open shadow roots.
 * @param {string} tag
 * @param {string} path path of the script
 * @param {{scripts: number, buttons: number, attributes: number, chars: number}} most
 */
export default function findButtons(tag, path, most) {
  // Pages overwrite `window.origin`. A sandbox without allow-same-origin has no domain.
  const address = location.protocol === "about:" ? document.baseURI : location.href;
  const origin = document.domain === "" ? "null" : (URL.parse(address)?.origin ?? "null");
  const cut = (text) => String(text).slice(0, most.chars);
  /** @type {(Document | ShadowRoot)[]} */
  const roots = [document];
  for (const root of roots) {
    for (const { shadowRoot } of root.querySelectorAll("*")) if (shadowRoot) roots.push(shadowRoot);
  }
  const tags = roots.flatMap((root) => [...root.querySelectorAll(tag)]);
  const ofTags = roots.flatMap((root) => [...root.querySelectorAll("script")]).map(({ src }) => src);
  // A script can also be loaded by `import()`.
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const scripts = [...new Set([...ofTags, ...loaded])].filter((src) =>
    URL.parse(src)?.pathname.endsWith(path),
  );
  return {
    url: cut(location.href),
    origin: cut(origin),
    scripts: scripts.slice(0, most.scripts).map(cut),
    buttons: tags
      .slice(0, most.buttons)
      .map(({ attributes }) =>
        [...attributes].slice(0, most.attributes).map(({ name, value }) => [cut(name), cut(value)]),
      ),
  };
}
