/**
 * Writes the attributes of an element: its current state, whole addresses of links, resources as pieces, and no handlers.
 * @param {any} element
 * @param {{ add: (piece: any) => void, addText: (text: string) => void, addFrame: (element: Element, attribute: string) => void,
 *   escaped: (text: string) => string, nowhere: string, styleChars: number }} save
 * @param {(from: any, add: (piece: any) => void, styleChars: number) => void} saveStyle
 */
export default function saveAttributes(element, save, saveStyle) {
  const { add, addText, addFrame, escaped, nowhere } = save;
  const LINKS = /^(?:https?|mailto|tel|ftp):$/;
  const SVG = "http://www.w3.org/2000/svg";
  // What loads, runs or sends something, and what is written from the element's state.
  const LEFT_OUT =
    /^(?:on.*|action|allow|autofocus|autoplay|background|cite|classid|code|codebase|csp|data|fetchpriority|formaction|href|imagesizes|imagesrcset|integrity|loading|longdesc|manifest|nonce|ping|poster|sandbox|shadowrootmode|sizes|src|srcdoc|srcset|style|xlink:href|xml:base)$/i;
  const STATE = /^(?:checked|selected|value)$/;
  const NAME = /^[^\s"'<>/=\p{Cc}]+$/u;
  // Read through the prototypes: fields named like a property hide it on their form and on the document.
  const reader = (prototype, name) => {
    const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
    return (node) => get?.call(node);
  };
  const attributes = [...reader(Element.prototype, "attributes")(element)];
  const given = new Map(attributes.map(({ name: attribute, value }) => [attribute, value]));
  const base = reader(Node.prototype, "baseURI")(document);
  const ownAddress = reader(Document.prototype, "URL")(document);
  const isSvg = reader(Element.prototype, "namespaceURI")(element) === SVG;
  const name = reader(Element.prototype, "localName")(element);

  const write = (attribute, value) => addText(` ${attribute}="${escaped(value)}"`);

  function addressOf(text) {
    if (!text || text.startsWith("#")) return text || null;
    const url = URL.parse(text, base);
    // The link of a script keeps its look.
    if (!url || !LINKS.test(url.protocol)) return isSvg ? null : "#";
    const [page] = ownAddress.split("#");
    if (url.hash !== "" && url.href.split("#")[0] === page) return url.hash;
    return url.href.startsWith(nowhere) ? text : url.href;
  }

  // `after`: what follows the address in the attribute.
  function writeResource(attribute, text, after = "") {
    const url = text ? URL.parse(text, base) : null;
    if (!url) return;
    if (url.protocol === "data:") write(attribute, `${url.href}${after}`);
    else add({ before: ` ${attribute}="`, url: url.href, after: `${escaped(after)}"` });
  }

  function candidatesOf(srcset) {
    return [...srcset.matchAll(/\s*([^\s,]\S*[^\s,])(?:\s+([\d.]+[wx]))?\s*(?:,|$)/g)].map(
      ([, url, size]) => ({
        url: URL.parse(url, base)?.href,
        size,
      }),
    );
  }

  // The descriptor of the chosen picture. Without widths, `src` is a candidate of 1x. The same address can have several densities,
  // of which browsers choose the nearest to the screen's.
  function sizeOf(source, current) {
    const candidates = candidatesOf(source.srcset ?? "");
    if (source.src && !candidates.some(({ size }) => size?.endsWith("w")))
      candidates.push({ url: source.src, size: "1x" });
    const distanceOf = ({ size = "1x" }) => Math.abs(Math.log(Number.parseFloat(size) / devicePixelRatio));
    const same = candidates.filter(({ url }) => url === current);
    return same.sort((one, other) => distanceOf(one) - distanceOf(other))[0]?.size;
  }

  // The chosen picture, with the descriptor that decides its size.
  function writeImage() {
    const current = element.currentSrc || element.src;
    const inPicture =
      element.parentElement instanceof HTMLPictureElement ? [...element.parentElement.children] : [];
    const sources = [...inPicture.filter((one) => one instanceof HTMLSourceElement), element];
    for (const source of sources) {
      const size = sizeOf(source, current);
      if (!size || size === "1x") continue;
      const sizes = /^\s*auto/i.test(source.sizes) ? `${element.width}px` : source.sizes;
      if (size.endsWith("w") && sizes) write("sizes", sizes);
      writeResource("srcset", current, ` ${size}`);
      return;
    }
    writeResource("src", current);
  }

  // The picture of a canvas or a video; null if it may not be read.
  function pictureOf(source, width, height) {
    try {
      const canvas = /** @type {HTMLCanvasElement} */ (
        Document.prototype.createElement.call(document, "canvas")
      );
      canvas.width = width;
      canvas.height = height;
      canvas.getContext("2d")?.drawImage(source, 0, 0);
      return canvas.toDataURL();
    } catch {
      return null;
    }
  }

  function writeStyle() {
    const own = given.get("style") ?? "";
    const picture = element instanceof HTMLCanvasElement && pictureOf(element, element.width, element.height);
    const drawn = picture
      ? `;background:url("${picture}") 0 0/100% 100% no-repeat content-box content-box!important`
      : "";
    if (own === "" && drawn === "") return;
    add(' style="');
    if (own !== "") saveStyle({ text: own, inside: "attribute" }, add, save.styleChars);
    addText(escaped(drawn));
    add('"');
  }

  function writeState() {
    if (element instanceof HTMLInputElement) {
      const { type, value, checked } = element;
      const isBox = /^(?:checkbox|radio)$/.test(type);
      if (isBox && checked) add(" checked");
      const isSecret = /^(?:password|file)$/.test(type);
      if (!isSecret && (given.has("value") || (value !== "" && !isBox))) write("value", value);
      if (type === "image") writeResource("src", element.src);
    } else if (element instanceof HTMLOptionElement) {
      if (element.selected) add(" selected");
      if (given.has("value")) write("value", element.value);
    } else if (given.has("value")) write("value", given.get("value"));
  }

  function writeAddresses() {
    const href = given.get("href") ?? given.get("xlink:href");
    if (isSvg && /^(?:image|feImage)$/.test(name)) writeResource("href", href);
    else {
      const address = addressOf(href);
      // Other elements of SVG refer to parts of the document.
      if (address && (!isSvg || name === "a" || address.startsWith("#"))) write("href", address);
    }
    if (given.has("background")) writeResource("background", given.get("background"));
    if (element instanceof HTMLImageElement) writeImage();
    else if (element instanceof HTMLObjectElement) writeResource("src", given.get("data"));
    else if (element instanceof HTMLEmbedElement) writeResource("src", given.get("src"));
    else if (element instanceof HTMLVideoElement) {
      const frame = element.readyState > 1 && pictureOf(element, element.videoWidth, element.videoHeight);
      writeResource("poster", frame || element.poster);
    } else if (element instanceof HTMLIFrameElement) {
      add(" sandbox");
      addFrame(element, "srcdoc");
    } else if (element instanceof HTMLFrameElement) addFrame(element, "src");
  }

  for (const { name: attribute, value } of attributes) {
    if (LEFT_OUT.test(attribute) || STATE.test(attribute) || !NAME.test(attribute)) continue;
    write(attribute, value);
  }
  writeStyle();
  writeState();
  writeAddresses();
}
