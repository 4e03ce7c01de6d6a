/**
 * Prepares a ready document for a picture of its whole height or for paper: what sticks to the window appears once, and a
 * box that scrolls the whole page grows to its full height.
 * @param {{ unpin: boolean, paper: boolean, printStyles: boolean }} want `unpin`: the picture is larger than the window.
 *   `paper`: it is printed, with the styles for paper if `printStyles`.
 * @param {() => { any: boolean, unread: boolean, sized: boolean, pinned: string[], margins: object }} paperRules
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

  // Something that is pinned to the window becomes part of the page, in the same place plus `downPx`. Its size and place may count
  // from another box then.
  function toPage(element, downPx) {
    const before = element.getBoundingClientRect();
    const { offsetWidth = before.width, offsetHeight = before.height } = element;
    set(element, { position: "absolute" });
    if (Math.abs(element.getBoundingClientRect().width - before.width) > 1)
      set(element, { "box-sizing": "border-box", "max-width": "none", width: `${offsetWidth}px` });
    const now = element.getBoundingClientRect();
    const away = before.left - now.left;
    if (Math.abs(away) > 1) {
      set(element, { right: "auto", left: "0px" });
      set(element, { left: `${before.left - element.getBoundingClientRect().left}px` });
    }
    const down = before.top + downPx - now.top;
    if (Math.abs(down) > 1) {
      set(element, { "box-sizing": "border-box", height: `${offsetHeight}px`, bottom: "auto", top: "0px" });
      set(element, { top: `${before.top + downPx - element.getBoundingClientRect().top}px` });
    }
  }

  // A bar at the bottom of the window would cover the content behind it, so it moves behind the end of the page. What is narrow,
  // such as a button, is where a visitor sees it at the end of the page.
  function toTheEnd(element) {
    if (want.paper) {
      set(element, { position: "static" });
      return;
    }
    const { top, width } = element.getBoundingClientRect();
    const behind = width > innerWidth / 2 ? top : innerHeight;
    toPage(element, pageHeight() - scrollY - behind);
  }

  function isShown(element) {
    const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
    if (width === 0 || height === 0) return false;
    return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  }

  // Such as a closed menu beside the window, or a message that has slid away. In a taller picture it would be seen.
  function isAway(element) {
    const { width, height } = element.getBoundingClientRect();
    if (width === 0 || height === 0 || isShown(element)) return false;
    return ![...element.querySelectorAll("*")].some(isShown);
  }

  // Chromium prints a fixed element on each sheet. A style for paper alone that fixes it asks for that.
  const isOnEachSheet = (element) =>
    want.printStyles && rules?.pinned.some((selector) => element.matches(selector));

  // What sticks to a box that scrolls is where a visitor sees it, also in a taller window.
  function sticksToWindow(element) {
    for (
      let box = element.parentElement;
      box && box !== document.body && box !== root;
      box = box.parentElement
    ) {
      const { overflowX, overflowY } = getComputedStyle(box);
      if (/auto|scroll|hidden/.test(overflowX + overflowY)) return false;
    }
    return true;
  }

  function unpin() {
    const bars = [];
    for (const element of document.body?.querySelectorAll("*") ?? []) {
      const { position, backgroundAttachment, overflowX, contentVisibility } = getComputedStyle(element);
      // Chromium draws it only near the window. On paper it is always drawn.
      if (!want.paper && contentVisibility === "auto") set(element, { "content-visibility": "visible" });
      if (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1) sideways = true;
      if (position === "sticky" && sticksToWindow(element))
        set(element, { position: "relative", inset: "auto" });
      if (backgroundAttachment.includes("fixed")) set(element, { "background-attachment": "scroll" });
      // Inside a box with a transform, a fixed element is pinned to that box.
      if (position !== "fixed" || /** @type {HTMLElement} */ (element).offsetParent) continue;
      if (isOnEachSheet(element)) continue;
      const { top, height } = element.getBoundingClientRect();
      const isFlat = height < innerHeight / 2;
      const isBar = isFlat && top > innerHeight / 2;
      if ((isBar || !want.paper) && isAway(element)) set(element, { display: "none" });
      else if (isBar) bars.push(element);
      else if (isFlat && !want.paper) toPage(element, 0);
      // What fills the window is often the background of a section, which clips it.
      else set(element, { position: "absolute" });
    }
    if (want.paper || pageHeight() > innerHeight) for (const element of bars) toTheEnd(element);
  }

  // CSS px of the document to the left of its first view: what overflows a right-to-left page.
  function leftOfView() {
    const page = document.scrollingElement ?? root;
    if (!page || page.scrollWidth <= page.clientWidth) return 0;
    const before = page.scrollLeft;
    page.scrollTo({ left: -page.scrollWidth, behavior: "instant" });
    const least = page.scrollLeft;
    page.scrollTo({ left: before, behavior: "instant" });
    return Math.max(0, Math.round(-least));
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

  const rules = want.paper ? paperRules() : null;
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
  const paper = rules && { ...rules, fits: fits() };
  return {
    title: document.title.slice(0, MAX_TITLE_CHARS),
    height: root ? pageHeight() : innerHeight,
    window: {
      left: want.paper ? 0 : leftOfView(),
      top: Math.round(scrollY),
      width: innerWidth,
      height: innerHeight,
    },
    paper,
  };
}
