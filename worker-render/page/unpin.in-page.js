/**
 * Makes what is pinned to the window a part of the page, for a picture of its whole height or for paper. Runs with the styles
 * that are captured: those for paper often take an element out of its place at the window themselves. Runs again for each width.
 * @param {{ paper: boolean, pinned: string[] }} want `paper`: the page is printed. `pinned`: selectors of what is on each sheet.
 * @returns {boolean} whether a box scrolls horizontally, or a box with a table down, which paper cannot do
 */
export default function unpin(want) {
  // On paper, what moves to the next sheet leaves a gap, so the page is higher than in the window.
  const HIGHER_ON_PAPER = 1.1;
  const BUTTON_PX = { width: 200, height: 100 };
  const HELD = "data-platen-held";
  const root = document.documentElement;
  let scrolls = false;
  // By element, the styles that it had, by name.
  /** @type {Map<any, Map<string, [string, string]>>} */
  const before = /** @type {any} */ (window).__platen?.unpinned ?? new Map();

  // With a transition, a new place would not be measured, and not be reached before the capture.
  function set(element, styles) {
    const { style } = element;
    if (!style) return;
    const own = before.get(element) ?? new Map();
    before.set(element, own);
    for (const [name, value] of Object.entries({ transition: "none", ...styles })) {
      if (!own.has(name)) own.set(name, [style.getPropertyValue(name), style.getPropertyPriority(name)]);
      style.setProperty(name, value, "important");
    }
  }

  // In a window of another width, everything has another place.
  function pinAgain() {
    for (const [element, own] of before) {
      element.removeAttribute(HELD);
      for (const [name, [value, priority]] of own) element.style.setProperty(name, value, priority);
    }
    before.clear();
  }

  const pageHeight = () => Math.max(root.scrollHeight, document.body?.scrollHeight ?? 0);

  // Scripts that keep an element's position in its `style`, such as Vuetify's, write it again when the page's height changes. A rule
  // with the same styles outweighs what they write.
  function hold(element) {
    const { style } = element;
    const names = [...style].filter((name) => style.getPropertyPriority(name));
    const tree = element.getRootNode();
    const number = String(tree.adoptedStyleSheets.length);
    element.setAttribute(HELD, number);
    const sheet = new CSSStyleSheet();
    const styles = names.map((name) => `${name}:${style.getPropertyValue(name)}!important`);
    sheet.replaceSync(`[${HELD}="${number}"]{${styles.join(";")}}`);
    tree.adoptedStyleSheets = [...tree.adoptedStyleSheets, sheet];
  }

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
    if (Math.abs(down) > 1 || now.height < before.height - 1) {
      set(element, {
        "box-sizing": "border-box",
        "max-height": "none",
        height: `${offsetHeight}px`,
        bottom: "auto",
        top: "0px",
      });
      set(element, { top: `${before.top + downPx - element.getBoundingClientRect().top}px` });
    }
  }

  // What fills the window is often the background of a section, which clips it or has its size. What has content may become higher,
  // such as a menu beside the page, but stays in its place.
  function toSection(element) {
    const before = element.getBoundingClientRect();
    set(element, { position: "absolute" });
    const { left, top, width, height } = element.getBoundingClientRect();
    const isMoved = Math.max(Math.abs(left - before.left), Math.abs(top - before.top)) > 1;
    const isSmaller = width < before.width - 1 || height < before.height - 1;
    const hasContent = element.innerText?.trim() || element.querySelector("img, svg, canvas, video");
    if (!hasContent || isClipped(element) || !(isMoved || isSmaller)) return;
    set(element, { position: "fixed" });
    toPage(element, 0);
  }

  // A fixed element is clipped only so.
  function isClipped(element) {
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
      const { clip, clipPath } = getComputedStyle(box);
      if (clip !== "auto" || clipPath !== "none") return true;
    }
    return false;
  }

  // Whether what stands in the box is beside the rest of it.
  function isInRow(box) {
    const { display, flexDirection } = getComputedStyle(box);
    return /grid$/.test(display) || (/flex$/.test(display) && flexDirection.startsWith("row"));
  }

  function toTheEndOf(box, bar) {
    const { position, marginBottom } = getComputedStyle(box);
    if (position === "static") set(box, { position: "relative" });
    set(box, { "margin-bottom": `${Number.parseFloat(marginBottom) + bar.offsetHeight}px` });
    set(bar, { position: "absolute", top: "100%", bottom: "auto" });
  }

  // A bar at the bottom of the window would cover the content behind it, so it moves behind the end of the page. What is narrow,
  // such as a button, is where a visitor sees it at the end of the page. On paper, a button
  // without words has no use.
  function toTheEnd(element) {
    const { top, width, height } = element.getBoundingClientRect();
    const box = element.parentElement;
    if (want.paper) {
      const isSmall = width <= BUTTON_PX.width && height <= BUTTON_PX.height;
      const isButton = isSmall && !/[\p{L}\p{N}]/u.test(element.innerText ?? "");
      if (isButton) set(element, { display: "none" });
      else if (box && isInRow(box)) toTheEndOf(box, element);
      else set(element, { position: "static" });
      return;
    }
    const behind = width > innerWidth / 2 ? top : innerHeight;
    toPage(element, pageHeight() - scrollY - behind);
  }

  // A box that fills the window behind all that moves over it is the background of the page.
  function isBackdrop(element) {
    const { top, left, right, bottom } = element.getBoundingClientRect();
    if (top > 0 || left > 0 || right < root.clientWidth || bottom < innerHeight) return false;
    // A section that clips it has it as its own background.
    if (element.innerText?.trim() || isClipped(element)) return false;
    const layer = Number.parseInt(getComputedStyle(element).zIndex, 10) || 0;
    return layer === 0 ? isCovered(element) : layer < 0;
  }

  function isCovered(element) {
    for (const x of [0.2, 0.5, 0.8]) {
      for (const y of [0.2, 0.5, 0.8]) {
        const above = document.elementFromPoint(innerWidth * x, innerHeight * y);
        if (above && !above.contains(element) && !element.contains(above)) return true;
      }
    }
    return false;
  }

  // In a picture it is as tall as the page.
  function toWholePage(element, height) {
    set(element, {
      position: "absolute",
      "max-height": "none",
      height: `${height}px`,
      bottom: "auto",
      top: "0px",
    });
    set(element, { top: `${-scrollY - element.getBoundingClientRect().top}px` });
  }

  // The background of the whole page, which the root element has, or else the body. If it is pinned, it would end with the window.
  function backgroundToWholePage(height) {
    const owner = [root, document.body].find((element) => {
      const { backgroundImage, backgroundColor } = getComputedStyle(element);
      return backgroundImage !== "none" || backgroundColor !== "rgba(0, 0, 0, 0)";
    });
    if (!owner) return;
    const style = getComputedStyle(owner);
    if (!style.backgroundAttachment.includes("fixed")) return;
    set(owner, { "background-attachment": "scroll" });
    // It counts from the root element, which can be only as tall as the window.
    if (root.offsetHeight >= height) return;
    // A gradient has no size of its own. Of other images, only those grow that cover the window, if they cover the page then.
    const isDrawn = !style.backgroundImage.includes("url(");
    const sizes = style.backgroundSize.split(",").map((size) => size.trim());
    const grows = sizes.map((size) => isDrawn || (size === "cover" && height >= innerWidth));
    const places = style.backgroundPositionY.split(",");
    set(owner, {
      "background-size": sizes.map((size, index) => (grows[index] ? `auto ${height}px` : size)).join(),
      "background-position-y": grows
        .map((grow, index) => (grow ? "0px" : places[index % places.length]))
        .join(),
    });
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
  const isOnEachSheet = (element) => want.pinned.some((selector) => element.matches(selector));

  const parentOf = (node) => node.assignedSlot ?? node.parentElement ?? node.getRootNode().host ?? null;

  // What sticks to a box that scrolls is where a visitor sees it, also in a taller window.
  function sticksToWindow(element) {
    for (let box = parentOf(element); box && box !== document.body && box !== root; box = parentOf(box)) {
      const { overflowX, overflowY } = getComputedStyle(box);
      if (/auto|scroll|hidden/.test(overflowX + overflowY)) return false;
    }
    return true;
  }

  function* elements(tree) {
    for (const element of tree.querySelectorAll("*")) {
      yield element;
      if (element.shadowRoot) yield* elements(element.shadowRoot);
    }
  }

  function hidesRows(box) {
    if (box.scrollHeight <= box.clientHeight + 1) return false;
    const grid = "[role=grid], [role=treegrid], [role=table]";
    return box.querySelector(`table, ${grid}`) !== null || box.closest(grid) !== null;
  }

  pinAgain();
  const bars = [];
  const backdrops = [];
  const written = [];
  for (const element of document.body ? elements(document.body) : []) {
    const { position, backgroundAttachment, overflowX, overflowY, contentVisibility } =
      getComputedStyle(element);
    // Chromium draws it only near the window. On paper it is always drawn.
    if (!want.paper && contentVisibility === "auto") set(element, { "content-visibility": "visible" });
    if (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1) scrolls = true;
    if (!scrolls && /auto|scroll/.test(overflowY) && hidesRows(element)) scrolls = true;
    if (element.style?.position && /fixed|sticky/.test(position)) written.push(element);
    if (position === "sticky" && sticksToWindow(element))
      set(element, { position: "relative", inset: "auto" });
    if (backgroundAttachment.includes("fixed")) set(element, { "background-attachment": "scroll" });
    // Inside a box with a transform, a fixed element is pinned to that box.
    if (position !== "fixed" || /** @type {HTMLElement} */ (element).offsetParent) continue;
    if (isOnEachSheet(element)) continue;
    const { top, height } = element.getBoundingClientRect();
    const isFlat = height < innerHeight / 2;
    const isBar = isFlat && top > innerHeight / 2;
    if (isAway(element)) set(element, { display: "none" });
    else if (isBar) bars.push(element);
    else if (isFlat && !want.paper) toPage(element, 0);
    else if (isBackdrop(element)) backdrops.push(element);
    else toSection(element);
  }
  if (want.paper || pageHeight() > innerHeight) for (const element of bars) toTheEnd(element);
  const height = pageHeight();
  // Chromium prints a backdrop on each sheet, but not the background of the page.
  if (!want.paper) for (const element of backdrops) toWholePage(element, height);
  if (document.body) backgroundToWholePage(want.paper ? Math.ceil(height * HIGHER_ON_PAPER) : height);
  for (const element of written) hold(element);
  return scrolls;
}
