/**
 * Puts parts of other SVG files, which `use` elements show, into the document. An HTML file can refer to no other file.
 * @param {Record<string, string> | null} files by address; null: only the addresses are returned
 * @returns {string[]} addresses of the files
 */
export default function sprites(files) {
  const MAX_USES = 1000;
  const base = Object.getOwnPropertyDescriptor(Node.prototype, "baseURI")?.get?.call(document);
  const trees = new Map();
  const addresses = new Set();
  let count = 0;

  function fileOf(address) {
    if (!trees.has(address))
      trees.set(address, new DOMParser().parseFromString(files?.[address] ?? "", "image/svg+xml"));
    return trees.get(address);
  }

  function inline(use) {
    const url = URL.parse(use.href.baseVal, base);
    if (!url || use.href.baseVal.startsWith("#") || url.hash === "" || count >= MAX_USES) return;
    const id = decodeURIComponent(url.hash.slice(1));
    url.hash = "";
    addresses.add(url.href);
    const part = files && fileOf(url.href).getElementById(id);
    if (!part) return;
    count += 1;
    const copy = part.cloneNode(true);
    copy.id = `platen-${count}`;
    const defs = Document.prototype.createElementNS.call(document, use.namespaceURI, "defs");
    defs.append(copy);
    use.before(defs);
    use.removeAttribute("xlink:href");
    use.setAttribute("href", `#${copy.id}`);
  }

  function look(root) {
    for (const element of root.querySelectorAll("*")) {
      if (element instanceof SVGUseElement) inline(element);
      const shadow = Object.getOwnPropertyDescriptor(Element.prototype, "shadowRoot")?.get?.call(element);
      if (shadow) look(shadow);
    }
  }

  look(Object.getOwnPropertyDescriptor(Document.prototype, "documentElement")?.get?.call(document));
  return [...addresses];
}
