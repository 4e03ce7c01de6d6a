/**
 * Prepares a ready document for a picture of its whole height or for paper: what sticks to the window appears once, and a
 * box that scrolls the whole page grows to its full height.
 * @param {{ unpin: boolean, paper: boolean }} want `unpin`: the picture is larger than the window. `paper`: it is printed.
 */
export default function tidy(want) {
  const root = document.documentElement;
  const MAX_TITLE_CHARS = 300;
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
      const { position, backgroundAttachment, overflowX } = getComputedStyle(element);
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

  // Finds style rules for paper, at any depth, and the margins of the `@page` rule that applies to every page.
  function paperRules() {
    const found = { any: false, sized: false, margins: {} };
    const isForPaper = (media) =>
      /\bprint\b/.test(media.mediaText) && !/\b(screen|all)\b/.test(media.mediaText);
    const readPageRule = ({ selectorText, style }) => {
      found.any = true;
      if (style.getPropertyValue("size")) found.sized = true;
      for (const side of selectorText ? [] : ["left", "right"]) {
        try {
          const length = CSSNumericValue.parse(style.getPropertyValue(`margin-${side}`));
          found.margins[side] = length.to("px").value;
        } catch {
          // The margin is missing, or has a relative unit.
        }
      }
    };
    const read = (rules) => {
      for (const rule of rules) {
        if (rule instanceof CSSPageRule) readPageRule(rule);
        else if (rule instanceof CSSImportRule) readSheet(rule.styleSheet);
        else if (rule instanceof CSSGroupingRule && !(rule instanceof CSSStyleRule)) {
          if (rule instanceof CSSMediaRule && isForPaper(rule.media)) found.any = true;
          read(rule.cssRules);
        }
      }
    };
    const readSheet = (sheet) => {
      if (!sheet || sheet.disabled) return;
      if (isForPaper(sheet.media)) found.any = true;
      try {
        read(sheet.cssRules);
      } catch {
        // Style sheets of another origin cannot be read.
      }
    };
    for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) readSheet(sheet);
    return found;
  }

  // Whether nothing is wider than the window, and no text runs from right to left or downwards.
  function fits() {
    if (!root || !document.body || sideways || root.scrollWidth > root.clientWidth) return false;
    const styles = [getComputedStyle(root), getComputedStyle(document.body)];
    if (styles.some(({ direction, writingMode }) => direction === "rtl" || writingMode !== "horizontal-tb"))
      return false;
    return document.querySelector("[dir=rtl i]") === null;
  }

  if (want.unpin) {
    unlock();
    unpin();
  }
  // Before printing, Chromium waits two seconds for images that were lazy when they were parsed, even if they have loaded. The
  // end of any load ends that wait, so a tiny image is loaded then. A page without loaded resources has no such image.
  if (want.paper && performance.getEntriesByType("resource").length > 0) {
    const endWait = () => {
      new Image().src = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=";
    };
    addEventListener("beforeprint", endWait, { once: true });
  }
  // Only HTML of a request without a base address has such a host name.
  const address = location.hostname.endsWith(".invalid") ? "Page" : location.hostname + location.pathname;
  if (!document.title) document.title = address.replace(/\/$/, "");
  return {
    title: document.title.slice(0, MAX_TITLE_CHARS),
    height: root ? pageHeight() : innerHeight,
    window: { top: Math.round(scrollY), width: innerWidth, height: innerHeight },
    paper: want.paper ? { ...paperRules(), fits: fits() } : null,
  };
}
