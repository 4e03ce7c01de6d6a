/**
 * Reads the signs of a wall. Returns null as soon as the document has more text than a wall, so that an ordinary page costs a
 * look at its first words only.
 * @param {{ maxChars: number, marks: Record<string, string>, globals: Record<string, string> }} want
 *   `marks`: selectors of elements that only walls have; `globals`: names of their global variables; both by the wall's name.
 */
export default function signs(want) {
  const { body } = document;
  const visible = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  let text = "";
  const walker = document.createTreeWalker(body ?? document, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = node.nodeValue?.replace(/\s+/g, " ").trim();
    if (!words || !node.parentElement || !visible(node.parentElement)) continue;
    text += `${words} `;
    if (text.length > want.maxChars) return null;
  }
  const has = (selector) => document.querySelector(selector) !== null;
  const shown = (selector) => [...document.querySelectorAll(selector)].filter(visible).length;
  return {
    url: location.href.slice(0, 2000),
    title: document.title.trim().slice(0, 300),
    text: text.trim(),
    marks: [
      ...Object.entries(want.marks).filter(([, mark]) => has(mark)),
      ...Object.entries(want.globals).filter(([, name]) => name in window),
    ].map(([name]) => name),
    passwords: shown("input[type=password]"),
    asksText:
      shown("textarea, input:not([type]), input[type=text], input[type=email], input[type=search]") > 0,
  };
}
