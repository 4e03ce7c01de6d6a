/**
 * Prepares a ready document for a picture of its whole height or for paper: what sticks to the window appears once, and a
 * box that scrolls the whole page grows to its full height.
 * @param {{ unpin: boolean, paper: boolean, printStyles: boolean }} want `unpin`: the picture is larger than the window.
 *   `paper`: it is printed, with the styles for paper if `printStyles`.
 * @param {() => { any: boolean, unread: boolean, sized: boolean, sheet: object | null, pinned: string[], margins: object }} paperRules
 * @param {() => void} endScenes
 * @param {(want: { paper: boolean, pinned: string[] }) => boolean} unpin
 * @param {() => void} breakLines
 * @param {() => void} holdColumns
 * @param {() => Element[]} wrapRows
 * @param {(wrapped: Element[]) => void} unlock lets a box that scrolls the page grow to its full height
 * @param {() => number} findEnd how far down images can begin that are on the sheets
 * @param {() => { note(): void }} paperWords
 * @param {() => void} endAtContent
 * @param {() => void} headButtons
 * @param {() => void} divideWell
 * @param {() => void} holdDrawings
 * @param {() => void} holdCutOff
 */
export default function tidy(
  want,
  paperRules,
  endScenes,
  unpin,
  breakLines,
  holdColumns,
  wrapRows,
  unlock,
  findEnd,
  paperWords,
  endAtContent,
  headButtons,
  divideWell,
  holdDrawings,
  holdCutOff,
) {
  const root = document.documentElement;
  const MAX_TITLE_CHARS = 300;
  const FILLING = 0.6;
  const NO_PICTURE = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=";
  let sideways = false;
  const set = (element, styles) => {
    for (const [name, value] of Object.entries(styles)) element.style?.setProperty(name, value, "important");
  };

  const pageHeight = () => Math.max(root.scrollHeight, document.body?.scrollHeight ?? 0);

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

  // Width of a page whose columns of vertical text continue beside the window, as others do below it.
  function acrossPx() {
    const page = document.scrollingElement ?? root;
    const isVertical = [root, document.body].some(
      (element) => element && getComputedStyle(element).writingMode.startsWith("vertical"),
    );
    return isVertical && page && page.scrollWidth > page.clientWidth ? page.scrollWidth : undefined;
  }

  // Whether nothing is wider than the window, and no text runs from right to left or downwards.
  function fits() {
    if (!root || !document.body || sideways || root.scrollWidth > root.clientWidth) return false;
    const styles = [getComputedStyle(root), getComputedStyle(document.body)];
    if (styles.some(({ direction, writingMode }) => direction === "rtl" || writingMode !== "horizontal-tb"))
      return false;
    return document.querySelector("[dir=rtl i]") === null;
  }

  // Whether the drawing of a script fills a box as tall as the window, such as a map. On paper, this box is as tall as the sheet.
  function isDrawing() {
    if (!document.body || pageHeight() > innerHeight) return false;
    const fills = (canvas) => {
      const { width, height } = canvas.getBoundingClientRect();
      return width > innerWidth * FILLING && height > innerHeight * FILLING;
    };
    return [...document.body.querySelectorAll("body > * canvas")].some(fills);
  }

  // A box as tall as the window, with a margin or a header beside it, would end on a second sheet without any words.
  function endOnOneSheet() {
    const overPx = pageHeight() - innerHeight;
    if (!document.body || overPx <= 0 || overPx > innerHeight / 2) return;
    const isWindow = (length) => Math.abs(Number.parseFloat(length) - innerHeight) < 1;
    for (const element of [root, document.body, ...document.body.querySelectorAll("*")]) {
      const { minHeight, height } = getComputedStyle(element);
      const isWhole = element === root || element === document.body;
      const property = isWindow(minHeight) ? "min-height" : isWhole && isWindow(height) ? "height" : null;
      if (!property) continue;
      const { cssText } = /** @type {HTMLElement} */ (element).style;
      set(element, { [property]: `calc(100vh - ${overPx}px)` });
      if (pageHeight() <= innerHeight) return;
      /** @type {HTMLElement} */ (element).style.cssText = cssText;
    }
  }

  // Paper cannot scroll. What is placed somewhere would cover what is below it.
  function growFields() {
    for (const field of document.querySelectorAll("textarea")) {
      const { offsetWidth, offsetHeight, scrollHeight, clientHeight } = field;
      if (!field.value || scrollHeight <= clientHeight + 1) continue;
      if (/absolute|fixed/.test(getComputedStyle(field).position)) continue;
      set(field, { "box-sizing": "border-box", "min-height": `${offsetHeight}px`, "max-height": "none" });
      set(field, { height: "auto", "field-sizing": "content" });
      if (field.offsetWidth !== offsetWidth) set(field, { width: `${offsetWidth}px`, "max-width": "100%" });
    }
  }

  // Before printing, Chromium loads all lazy images, also those far below the last sheet. And it waits two seconds for images
  // that were lazy when they were parsed, even if they have loaded. The end of any load ends that wait.
  function beforePrint() {
    headButtons();
    endAtContent();
    holdCutOff();
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
    unlock(want.paper ? wrapRows() : []);
    // With styles for paper, the layout for paper does it. A style sheet that cannot be read may have some.
    if (!want.printStyles || !(rules?.any || rules?.unread)) {
      endScenes();
      sideways = unpin({ paper: want.paper, pinned: [] });
      if (want.paper) {
        breakLines();
        holdColumns();
      }
    }
  }
  if (want.printStyles && (rules?.any || rules?.unread)) paperWords().note();
  if (want.paper) {
    growFields();
    endOnOneSheet();
    divideWell();
    holdDrawings();
    const listen = /** @type {any} */ (window).__platen?.native.listen ?? addEventListener;
    listen("beforeprint", beforePrint, { once: true });
  }
  // Only HTML of a request without a base address has such a host name.
  const address = location.hostname.endsWith(".invalid") ? "Page" : location.hostname + location.pathname;
  const title = document.title || address.replace(/\/$/, "");
  // Readers of a PDF show its title. In Markdown and HTML, a title that the page does not have would be a false heading.
  if (want.paper) document.title = title;
  const paper = rules && { ...rules, fits: fits(), isDrawing: isDrawing() };
  return {
    title: title.slice(0, MAX_TITLE_CHARS),
    height: root ? pageHeight() : innerHeight,
    across: want.unpin && !want.paper ? acrossPx() : undefined,
    window: {
      left: want.paper ? 0 : leftOfView(),
      top: Math.round(scrollY),
      width: innerWidth,
      height: innerHeight,
    },
    paper,
  };
}
