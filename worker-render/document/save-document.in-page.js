/**
 * Writes the document as HTML without scripts and addresses of resources. What only the service can read stands in pieces of
 * its own: resources, style sheets and frames. The pieces stay in this realm, and are taken slice by slice.
 * @param {{ nowhere: string, head: string, maxChars: number, sliceChars: number, styleChars: number }} want
 *   `nowhere`: address of pages without an address; `head`: HTML at the beginning of the head
 * @param {(node: any, add: (piece: any) => void, styleChars: number) => void} saveStyle
 * @param {(element: Element, save: any, saveStyle: any) => void} saveAttributes
 * @returns {boolean} false if the document is longer than `maxChars`
 */
export default function saveDocument(want, saveStyle, saveAttributes) {
  // The HTML parser makes no deeper elements. Of deeper ones only the text is written.
  const MAX_DEPTH = 512;
  const SVG = "http://www.w3.org/2000/svg";
  const MATHML = "http://www.w3.org/1998/Math/MathML";
  const LEFT_OUT =
    /^(?:applet|audio|base|fencedframe|noembed|noframes|noscript|portal|script|source|template|track)$/;
  const VOID = /^(?:area|br|col|embed|hr|img|input|link|meta|wbr)$/;
  const NAME = /^[a-z][\w.-]*$/i;
  // Read through the prototypes: fields named like a property hide it on their form and on the document.
  const reader = (prototype, name) => {
    const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
    return (node) => get?.call(node);
  };
  const childrenOf = reader(Node.prototype, "childNodes");
  const shadowOf = reader(Element.prototype, "shadowRoot");
  const nameOf = reader(Element.prototype, "localName");
  const namespaceOf = reader(Element.prototype, "namespaceURI");
  const adoptedBy = reader(Document.prototype, "adoptedStyleSheets");
  const escaped = (text) => text.replace(/[&<>"\u00a0]/g, (char) => `&#${char.charCodeAt(0)};`);

  const slices = [];
  const frames = [];
  let slice = [];
  let chars = 0;
  let left = want.maxChars;

  function add(piece) {
    const size = typeof piece === "string" ? piece.length : (piece.css?.length ?? 0) + piece.url.length;
    left -= size;
    if (left < 0) return;
    if (chars + size > want.sliceChars && slice.length > 0) {
      slices.push(slice);
      slice = [];
      chars = 0;
    }
    chars += size;
    if (typeof piece === "string" && typeof slice.at(-1) === "string") slice[slice.length - 1] += piece;
    else slice.push(piece);
  }

  // In parts that fit into a slice. A pair of surrogates is not cut.
  function addText(text) {
    for (let from = 0; from < text.length; ) {
      let to = Math.min(from + want.sliceChars, text.length);
      if (to < text.length && /[\ud800-\udbff]/.test(text[to - 1])) to -= 1;
      add(text.slice(from, to));
      from = to;
    }
  }

  // Frames that are not shown stay empty.
  function addFrame(element, attribute) {
    if (element.getClientRects().length === 0) return;
    frames.push(element);
    add({ frame: frames.length - 1, attribute, url: "" });
  }

  const save = { add, addText, addFrame, escaped, nowhere: want.nowhere, styleChars: want.styleChars };

  function addStyles(sheets) {
    if (sheets.length === 0) return;
    add("<style>");
    saveStyle({ adopted: sheets, inside: "style" }, add, want.styleChars);
    add("</style>");
  }

  function writeShadow(root, depth) {
    const focus = root.delegatesFocus ? " shadowrootdelegatesfocus" : "";
    add(`<template shadowrootmode="${root.mode}"${focus}>`);
    for (const child of childrenOf(root)) writeNode(child, depth + 1);
    addStyles([...root.adoptedStyleSheets]);
    add("</template>");
  }

  function writeLink(link) {
    if (link.relList.contains("stylesheet") && link.sheet && !link.sheet.disabled) {
      add(link.media ? `<style media="${escaped(link.media)}">` : "<style>");
      saveStyle({ link, inside: "style" }, add, want.styleChars);
      add("</style>");
    } else if (link.relList.contains("icon")) {
      add({ before: '<link rel="icon" href="', url: link.href, after: '">' });
    }
  }

  function writeChildren(element, name, depth) {
    const shadow = shadowOf(element);
    if (shadow) writeShadow(shadow, depth);
    if (element instanceof HTMLTextAreaElement) addText(`\n${escaped(element.value)}`);
    else if (name === "style") {
      const inside = namespaceOf(element) === SVG ? "text" : "style";
      saveStyle({ element, inside }, add, want.styleChars);
    } else {
      // The parser drops a line break at the beginning.
      if (name === "pre") add("\n");
      for (const child of childrenOf(element)) writeNode(child, depth + 1);
    }
  }

  // SVG and MathML keep their names. Names that the parser would read otherwise are replaced.
  function writtenName(element, isObject) {
    const name = nameOf(element);
    const namespace = namespaceOf(element);
    if (!NAME.test(name)) return "span";
    if (namespace === SVG || namespace === MATHML) return name;
    if (name === "xmp" || name === "listing" || name === "plaintext") return "pre";
    return isObject ? "img" : name;
  }

  function isPicture(element) {
    const address = element.getAttribute("data") ?? element.getAttribute("src") ?? "";
    return /^image\//.test(element.type) || /\.(?:svg|png|jpe?g|gif|webp|avif)(?:[?#]|$)/i.test(address);
  }

  function writeElement(element, depth) {
    const local = nameOf(element).toLowerCase();
    if (LEFT_OUT.test(local)) return;
    if (local === "link") {
      if (element instanceof HTMLLinkElement) writeLink(element);
      return;
    }
    if (
      local === "meta" &&
      (!(element instanceof HTMLMetaElement) || element.httpEquiv || element.hasAttribute("charset"))
    )
      return;
    if (local === "style" && (!element.sheet || element.sheet.disabled)) return;
    const isObject = element instanceof HTMLObjectElement || element instanceof HTMLEmbedElement;
    if (isObject && !isPicture(element)) {
      for (const child of childrenOf(element)) writeNode(child, depth);
      return;
    }
    const name = writtenName(element, isObject);
    add(`<${name}`);
    saveAttributes(element, save, saveStyle);
    add(">");
    if (VOID.test(name) && namespaceOf(element) !== SVG) return;
    if (local !== "iframe" && local !== "frame") writeChildren(element, local, depth);
    add(`</${name}>`);
  }

  function writeNode(node, depth) {
    if (left < 0) return;
    if (node instanceof Text) addText(escaped(node.data));
    else if (!(node instanceof Element)) return;
    else if (depth < MAX_DEPTH) writeElement(node, depth);
    else addText(escaped(node.textContent ?? ""));
  }

  function writeHead(head, depth) {
    add(want.head);
    if (head) for (const child of childrenOf(head)) writeNode(child, depth);
    addStyles([...adoptedBy(document)]);
  }

  function writeRoot(root) {
    add("<html");
    saveAttributes(root, save, saveStyle);
    add("><head>");
    const parts = [...childrenOf(root)];
    const head = parts.find((part) => part instanceof HTMLHeadElement);
    writeHead(head, 2);
    add("</head>");
    for (const part of parts) if (part !== head) writeNode(part, 1);
    add("</html>\n");
  }

  const root = reader(Document.prototype, "documentElement")(document);
  if (root instanceof HTMLHtmlElement) {
    if (reader(Document.prototype, "compatMode")(document) === "CSS1Compat") add("<!DOCTYPE html>\n");
    writeRoot(root);
  } else {
    // A document of another kind, such as an SVG file.
    add("<!DOCTYPE html>\n<html><head>");
    writeHead(null, 2);
    add("</head><body>");
    if (root) writeNode(root, 2);
    add("</body></html>\n");
  }
  if (slice.length > 0) slices.push(slice);
  /** @type {any} */ (globalThis).platenSaved = { slices, frames };
  return left >= 0;
}
