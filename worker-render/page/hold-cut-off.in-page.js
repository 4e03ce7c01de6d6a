/**
 * Gives boxes that cut off their content, and whose height comes from the flex box or grid around them, this height as their own.
 * Where the end of a sheet divides one without, Chromium prints all of its content, over what follows the box.
 */
export default function holdCutOff() {
  // The cut-off part of a last line is smaller.
  const MIN_HIDDEN_PX = 8;

  function* elements(tree) {
    for (const element of tree.querySelectorAll("*")) {
      yield element;
      if (element.shadowRoot) yield* elements(element.shadowRoot);
    }
  }
  const parentOf = (node) => node.assignedSlot ?? node.parentElement ?? node.getRootNode().host ?? null;

  function isSizedByParent(box) {
    const parent = parentOf(box);
    if (!parent || getComputedStyle(box).overflowY === "visible") return false;
    return /flex|grid/.test(getComputedStyle(parent).display);
  }

  const boxes = [...elements(document)].filter(
    (box) =>
      box.clientHeight > 0 &&
      box.scrollHeight > box.clientHeight + MIN_HIDDEN_PX &&
      box.style &&
      isSizedByParent(box),
  );
  // All are read before the first one changes.
  const heights = boxes.map((box) => getComputedStyle(box).height);
  for (const [at, box] of boxes.entries()) box.style.setProperty("height", heights[at] ?? "", "important");
}
