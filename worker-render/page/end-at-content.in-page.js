/** Takes away breaks behind which nothing is printed: an empty box after the last one would get a sheet of its own. */
export default function endAtContent() {
  // At most so many elements are looked at for content. Others are taken for content.
  const MAX_ELEMENTS = 100;
  const REPLACED = "img, svg, canvas, video, audio, iframe, embed, object, input, button, select, textarea";
  const FORCED = /^(page|left|right|recto|verso|all|always)$/;
  // A space that does not break is a word: authors keep empty sheets with it.
  const WORD = /[^ \t\n\r\f\u200b]/;

  const isWord = (node) => node instanceof Text && WORD.test(node.data);
  const hasStyledWords = (element) =>
    ["::before", "::after"].some((part) => {
      const { content } = getComputedStyle(element, part);
      return content !== "none" && content !== "normal" && !/^"\s*"$/.test(content);
    });

  function isPainted(element) {
    if (element.matches(REPLACED) || element.shadowRoot || hasStyledWords(element)) return true;
    const style = getComputedStyle(element);
    if (style.backgroundImage !== "none" || style.backgroundColor !== "rgba(0, 0, 0, 0)") return true;
    if (style.boxShadow !== "none" || style.outlineStyle !== "none") return true;
    return ["Top", "Right", "Bottom", "Left"].some((side) => style[`border${side}Style`] !== "none");
  }

  function hasContent(box) {
    const elements = [box, ...box.querySelectorAll("*")];
    if (elements.length > MAX_ELEMENTS) return true;
    return elements.some((element) => {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
      return [...element.childNodes].some(isWord) || isPainted(element);
    });
  }

  function leaveOut(element, ...breaks) {
    const style = getComputedStyle(element);
    for (const name of breaks)
      if (FORCED.test(style.getPropertyValue(name))) element.style?.setProperty(name, "auto", "important");
  }

  function lastContent(box) {
    for (let node = box.lastChild; node; node = node.previousSibling) {
      if (isWord(node)) return null;
      // What is fixed is on the sheets that there are.
      if (!(node instanceof Element) || getComputedStyle(node).position === "fixed") continue;
      if (hasContent(node)) return node;
      for (const empty of [node, ...node.querySelectorAll("*")])
        leaveOut(empty, "break-before", "break-after");
    }
    return null;
  }

  const isInFlow = (element) => {
    const { display, position, float } = getComputedStyle(element);
    return (
      /^(block|flow-root|list-item)$/.test(display) && /static|relative/.test(position) && float === "none"
    );
  };
  /** @type {Element | null} */
  let box = document.body;
  while (box && isInFlow(box)) {
    leaveOut(box, "break-after");
    box = lastContent(box);
  }
}
