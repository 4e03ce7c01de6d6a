/**
 * Prepares pages made with Wix for the capture: replaces blurred placeholders by sharp images, ends entrance animations, fixes
 * parallax backgrounds to their section, removes the advertisement bar, and undoes inner scrolling.
 * @param {boolean} forced Whether to treat any page as made with Wix.
 * @returns Whether the page was prepared.
 */
export default function wix(forced) {
  // A page of another kind may embed a single script or image of Wix, so hosts and nodes count only together.
  const named = "meta[name=generator i][content^='Wix.com' i], meta[http-equiv^='X-Wix-' i]";
  const hosts = "script[src*='//static.parastorage.com/'], img[src*='//static.wixstatic.com/']";
  const nodes = "#SITE_CONTAINER, #site-root, wow-image, wix-image";
  const has = (selector) => document.querySelector(selector) !== null;
  if (!forced && !has(named) && !(has(hosts) && has(nodes))) return false;

  const MAX_PX = 5000;
  const set = (element, styles) => {
    for (const [name, value] of Object.entries(styles)) element.style?.setProperty(name, value, "important");
  };

  /** @returns {NodeListOf<HTMLElement>} */
  const all = (selector) => document.querySelectorAll(selector);

  // The size and the blur are in the address: …/media/<id>/v1/fill/w_49,h_33,al_c,q_80,blur_2,enc_auto/<name>
  function sharp(address, box) {
    const ratio = devicePixelRatio;
    const side = (px) => Math.min(MAX_PX, Math.max(1, Math.ceil(px * ratio)));
    return address.replace(/\/v1\/(fill|fit|crop)\/([^/]+)\//, (_, mode, list) => {
      const kept = list.split(",").filter((part) => !/^(w|h|blur)_\d+$/.test(part));
      return `/v1/${mode}/w_${side(box.width)},h_${side(box.height)},${kept.join(",")}/`.replace(",/", "/");
    });
  }

  for (const image of document.images) {
    const holder = /** @type {HTMLElement | null} */ (image.closest("wow-image"));
    const wanted = holder?.dataset.src || image.dataset.src || image.currentSrc || image.src;
    const shown = image.currentSrc || image.src;
    if (!/blur_\d/.test(`${shown} ${image.srcset}`) && (shown || !wanted)) continue;
    const box = (holder ?? image).getBoundingClientRect();
    image.removeAttribute("srcset");
    for (const source of image.parentElement?.querySelectorAll("source") ?? []) source.remove();
    image.loading = "eager";
    image.src = sharp(wanted, box);
    set(image, { filter: "none", opacity: "1", visibility: "visible" });
  }
  for (const element of all("[style*='blur_']")) {
    const { backgroundImage } = element.style;
    const box = element.getBoundingClientRect();
    element.style.backgroundImage = backgroundImage.replace(/url\(["']?([^"')]+)["']?\)/g, (_, address) => {
      return `url("${sharp(address, box)}")`;
    });
  }

  for (const element of all("[data-motion-enter]")) {
    element.dataset.motionEnter = "done";
    for (const animation of element.getAnimations()) animation.cancel();
    set(element, {
      visibility: "inherit",
      opacity: "1",
      transform: "none",
      animation: "none",
      transition: "none",
    });
  }

  for (const section of all("[data-bg-effect-name]")) {
    for (const layer of /** @type {HTMLElement[]} */ ([section, ...section.querySelectorAll("*")])) {
      const { position, backgroundAttachment } = getComputedStyle(layer);
      if (position === "fixed") set(layer, { position: "absolute", inset: "0", transform: "none" });
      if (backgroundAttachment.includes("fixed")) set(layer, { "background-attachment": "scroll" });
      if (layer.style?.transform) set(layer, { transform: "none" });
    }
    if (getComputedStyle(section).position === "static") set(section, { position: "relative" });
  }

  document.querySelector("#WIX_ADS")?.remove();
  for (const button of all("#SCROLL_TO_TOP, #SCROLL_TO_BOTTOM")) button.remove();
  set(document.documentElement, { "--wix-ads-height": "0px" });
  for (const element of all("html, body, #SITE_CONTAINER, #SITE_ROOT, #site-root, #masterPage")) {
    if (element.id === "SITE_ROOT") set(element, { top: "0" });
    const { overflowY } = getComputedStyle(element);
    if (overflowY === "visible") continue;
    set(element, { overflow: "visible", height: "auto", "max-height": "none" });
  }
  return true;
}
