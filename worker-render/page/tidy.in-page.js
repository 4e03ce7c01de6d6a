/**
 * Prepares a ready document for a picture of its whole height or for paper: what sticks to the window appears once, and a
 * box that scrolls the whole page grows to its full height.
 * @param {{ unpin: boolean, paper: boolean }} want `unpin`: the picture is larger than the window. `paper`: it is printed.
 * @param {() => { any: boolean, unread: boolean, sized: boolean, margins: object }} paperRules
 * @param {() => number} findEnd how far down images can begin that are on the sheets
 */
export default function tidy(want, paperRules, findEnd) {
  const root = document.documentElement;
  const MAX_TITLE_CHARS = 300;
  const NO_PICTURE = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=";
  // Whether a box scrolls horizontally, which paper cannot do.
  let sideways = false;
  const set = (element, styles) => {
    for (const [name, value] of Object.entries(styles)) element.style?.setProperty(name, value, "important");
  };

  function holdsThePage(element) {
    if (element.scrollHeight - element.clientHeight < 8) return false;
    if (element.clientWidth < innerWidth * 0.5 || element.clientHeight < innerHeight * 0.5) return false;
    const { overflowY } = getComputedStyle(element);
    return overflowY === "auto" || overflowY === "scroll";
  }

  // For applications in which the window does not scroll, but one box inside it does.
  function unlock() {
    if ((document.scrollingElement ?? root).scrollHeight > innerHeight + 8) return;
    const held = [...(document.body?.querySelectorAll("*") ?? [])].filter(holdsThePage);
    for (const element of held) {
      /** @type {Element | null} */
      let box = element;
      for (; box && box !== root; box = box.parentElement) {
        set(box, { overflow: "visible", height: "auto", "max-height": "none", contain: "none" });
        const { position } = getComputedStyle(box);
        if (position === "fixed" || position === "absolute")
          set(box, { position: "relative", inset: "auto" });
      }
    }
    if (held.length > 0) set(root, { overflow: "visible", height: "auto", "max-height": "none" });
  }

  const pageHeight = () => Math.max(root.scrollHeight, document.body?.scrollHeight ?? 0);

  // A bar at the bottom of the window would cover the content behind it, so it moves to the end of the page.
  function toTheEnd(element) {
    if (want.paper) {
      set(element, { position: "static" });
      return;
    }
    const end = pageHeight();
    set(element, { position: "absolute", bottom: "auto", top: "0px" });
    const away = element.getBoundingClientRect().top + scrollY;
    set(element, { top: `${end - away}px` });
  }

  function unpin() {
    const bars = [];
    for (const element of document.body?.querySelectorAll("*") ?? []) {
      const { position, backgroundAttachment, overflowX, contentVisibility } = getComputedStyle(element);
      // Chromium draws it only near the window. On paper it is always drawn.
      if (!want.paper && contentVisibility === "auto") set(element, { "content-visibility": "visible" });
      if (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1) sideways = true;
      if (position === "sticky") set(element, { position: "relative", inset: "auto" });
      if (backgroundAttachment.includes("fixed")) set(element, { "background-attachment": "scroll" });
      if (position !== "fixed") continue;
      const { top, height } = element.getBoundingClientRect();
      if (top > innerHeight / 2 && height < innerHeight / 2) bars.push(element);
      else set(element, { position: "absolute" });
    }
    if (want.paper || pageHeight() > innerHeight) for (const element of bars) toTheEnd(element);
  }

  // Whether nothing is wider than the window, and no text runs from right to left or downwards.
  function fits() {
    if (!root || !document.body || sideways || root.scrollWidth > root.clientWidth) return false;
    const styles = [getComputedStyle(root), getComputedStyle(document.body)];
    if (styles.some(({ direction, writingMode }) => direction === "rtl" || writingMode !== "horizontal-tb"))
      return false;
    return document.querySelector("[dir=rtl i]") === null;
  }

  // Before printing, Chromium loads all lazy images, also those far below the last sheet. And it waits two seconds for images
  // that were lazy when they were parsed, even if they have loaded. The end of any load ends that wait.
  function beforePrint() {
    const lazy = /** @type {HTMLImageElement[]} */ ([...document.querySelectorAll("img[loading=lazy]")]);
    const waiting = lazy.filter((image) => !image.complete);
    const endPx = waiting.length > 0 ? findEnd() : Infinity;
    const far = waiting.filter((image) => image.getBoundingClientRect().top + scrollY > endPx);
    for (const image of far) leaveOut(image);
    // A page without loaded resources has no image to wait for.
    const hasLoaded = far.length > 0 || performance.getEntriesByType("resource").length > 0;
    if (far.length === waiting.length && hasLoaded) new Image().src = NO_PICTURE;
  }

  function leaveOut(image) {
    const { width, height } = image.getBoundingClientRect();
    for (const source of image.closest("picture")?.querySelectorAll("source") ?? []) source.remove();
    set(image, { width: `${width}px`, height: `${height}px` });
    image.removeAttribute("srcset");
    image.src = NO_PICTURE;
  }

  // Scripts are disabled for the capture, and Chromium would show it then.
  for (const element of document.querySelectorAll("noscript")) set(element, { display: "none" });
  if (want.unpin) {
    unlock();
    unpin();
  }
  if (want.paper) {
    const listen = /** @type {any} */ (window).__platen?.native.listen ?? addEventListener;
    listen("beforeprint", beforePrint, { once: true });
  }
  // Only HTML of a request without a base address has such a host name.
  const address = location.hostname.endsWith(".invalid") ? "Page" : location.hostname + location.pathname;
  if (!document.title) document.title = address.replace(/\/$/, "");
  const paper = want.paper ? { ...paperRules(), fits: fits() } : null;
  return {
    title: document.title.slice(0, MAX_TITLE_CHARS),
    height: root ? pageHeight() : innerHeight,
    window: { top: Math.round(scrollY), width: innerWidth, height: innerHeight },
    paper,
  };
}
