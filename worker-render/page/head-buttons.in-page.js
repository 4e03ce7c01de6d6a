/**
 * Shows the words and pictures of buttons in the head of a table on each of its sheets. Chromium repeats a head, but of the buttons
 * in it only what has a layer of its own.
 */
export default function headButtons() {
  const set = (element, styles) => {
    for (const [name, value] of Object.entries(styles)) element.style?.setProperty(name, value, "important");
  };

  // Of each word alone, so that it is no containing block for what is placed in the button.
  function lift(node) {
    if (node.nodeType === Node.TEXT_NODE && node.nodeValue.trim()) {
      // Few pages have a style for this element.
      const words = document.createElement("data");
      node.replaceWith(words);
      words.append(node);
      set(words, { all: "unset", position: "relative" });
      return;
    }
    if (!(node instanceof Element)) return;
    if (!node.matches("svg, img")) {
      for (const child of [...node.childNodes]) lift(child);
    } else if (getComputedStyle(node).position === "static") set(node, { position: "relative" });
  }

  for (const button of document.querySelectorAll(":is(thead, tfoot) button")) lift(button);
}
