/** Whether the document shows anything at all: words, pictures, controls, or a painted box. */
export default function paints() {
  const root = document.documentElement;

  function visible(element) {
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  }

  const { body } = document;
  if (!body) return Boolean(root && (root.childElementCount > 0 || root.textContent?.trim()));
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (!node.nodeValue?.trim() || !node.parentElement || !visible(node.parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { width, height: tall } = range.getBoundingClientRect();
    if (width > 0 && tall > 0) return true;
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
    if (element.matches("img, canvas, svg, video, iframe, object, embed, input, button, textarea, select"))
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
