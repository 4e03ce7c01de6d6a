/**
 * Finds the button's tags and scripts in this document and its open shadow roots.
 * @param {string} tag
 * @param {string} path path of the script
 * @param {{scripts: number, buttons: number, attributes: number, chars: number}} most
 */
export default async function findButtons(tag, path, most) {
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
  const scriptTags = roots.flatMap((root) => [...root.querySelectorAll("script")]);
  // A script can also be loaded by `import()`.
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const isButtons = (src) => URL.parse(src)?.pathname.endsWith(path);
  const scripts = [...new Set([...scriptTags.map(({ src }) => src), ...loaded])].filter(isButtons);
  // Consent banners and optimizers change the type of scripts that they hold back.
  const held = scriptTags.find(
    ({ src, type }) =>
      isButtons(src) &&
      !loaded.includes(src) &&
      !/^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script)?$/i.test(type.trim()),
  );
  const blocksRequests = (src) =>
    new Promise((resolve) => {
      document.addEventListener("securitypolicyviolation", (violation) => {
        const { disposition, effectiveDirective, blockedURI } = violation;
        const isEnforced = disposition === "enforce" && effectiveDirective === "connect-src";
        if (isEnforced && blockedURI === src) resolve(true);
      });
      // The violation is reported shortly before the request fails.
      const end = (ms) => setTimeout(() => resolve(false), ms);
      end(1_000);
      const endSoon = () => end(50);
      fetch(src, { method: "HEAD", mode: "no-cors", credentials: "omit" }).then(endSoon, endSoon);
    });
  const [script] = scripts;
  const isUsed = script !== undefined && tags.length > 0;
  return {
    url: cut(location.href),
    origin: cut(origin),
    scripts: scripts.slice(0, most.scripts).map(cut),
    blocksRequests: isUsed && (await blocksRequests(script).catch(() => false)),
    heldType: held ? cut(held.type) : null,
    buttons: tags
      .slice(0, most.buttons)
      .map(({ attributes }) =>
        [...attributes].slice(0, most.attributes).map(({ name, value }) => [cut(name), cut(value)]),
      ),
  };
}
