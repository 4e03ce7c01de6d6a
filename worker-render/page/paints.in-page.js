/** Whether the document shows anything: words, pictures, controls, or a painted box. */
export default function paints() {
  const root = document.documentElement;

  function visible(element) {
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  }

  // An opaque box over the whole window, such as a preloader that its script has not removed.
  function overlayAt(x, y) {
    for (let box = document.elementFromPoint(x, y); box && box !== document.body; box = box.parentElement) {
      const { position, backgroundColor, opacity } = getComputedStyle(box);
      if ((position !== "fixed" && position !== "absolute") || opacity !== "1") continue;
      const { left, top, right, bottom } = box.getBoundingClientRect();
      const isWhole = left <= 0 && top <= 0 && right >= innerWidth && bottom >= innerHeight;
      if (isWhole && /^rgb\(/.test(backgroundColor)) return box;
    }
    return null;
  }

  function covered(element, { left, top, right, bottom }) {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
    // Hit tests ignore such an element.
    if (getComputedStyle(element).pointerEvents === "none") return false;
    const overlay = overlayAt(x, y);
    return overlay !== null && !overlay.contains(element);
  }

  const { body } = document;
  if (!body) return Boolean(root && (root.childElementCount > 0 || root.textContent?.trim()));
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (!node.nodeValue?.trim() || !node.parentElement || !visible(node.parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width > 0 && box.height > 0 && !covered(node.parentElement, box)) return true;
  }
  const empty = new Set(["rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"]);
  let looked = 0;
  for (const element of [root, body, ...body.querySelectorAll("*")]) {
    looked += 1;
    if (looked > 5000) return true;
    const box = element.getBoundingClientRect();
    if (element.shadowRoot && element.shadowRoot.childElementCount > 0) return true;
    if (element !== root && element !== body && (box.width < 2 || box.height < 2 || !visible(element)))
      continue;
    if (element !== root && element !== body && covered(element, box)) continue;
    if (
      element.matches(
        "img, canvas, svg, video, iframe, frame, object, embed, input, button, textarea, select",
      )
    )
      return true;
    for (const pseudo of [null, "::before", "::after"]) {
      const style = getComputedStyle(element, pseudo);
      if (pseudo && (style.content === "none" || style.content === "normal")) continue;
      if (pseudo && style.content !== '""') return true;
      if (style.backgroundImage !== "none" || !empty.has(style.backgroundColor)) return true;
      if (Number.parseFloat(style.borderTopWidth) > 0 || style.boxShadow !== "none") return true;
    }
  }
  return false;
}
