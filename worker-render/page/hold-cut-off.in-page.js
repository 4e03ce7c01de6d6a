/**
 * Gives boxes that cut off their content, and whose height comes from the flex box or grid around them, this height as their own.
 * Where the end of a sheet divides one without, Chromium prints all of its content, over what follows the box.
 */
export default function holdCutOff() {
  // The cut-off part of a last line is smaller. Words for screen readers alone are in a box of 1 px.
  const MIN_PX = 8;

  function* elements(tree) {
    for (const element of tree.querySelectorAll("*")) {
      yield element;
      if (element.shadowRoot) yield* elements(element.shadowRoot);
    }
  }
  const parentOf = (node) => node.assignedSlot ?? node.parentElement ?? node.getRootNode().host ?? null;
  const isCut = ({ clientHeight, scrollHeight }) =>
    clientHeight > MIN_PX && scrollHeight > clientHeight + MIN_PX;
  const lays = (box) => box !== null && /flex|grid/.test(getComputedStyle(box).display);

  // The box around it that is as high as it may be, if it has one.
  function limitOf(box) {
    for (let at = parentOf(box); lays(at); at = parentOf(at)) {
      const { height, maxHeight } = getComputedStyle(at);
      if (Math.abs(Number.parseFloat(maxHeight) - Number.parseFloat(height)) < 1) return at;
    }
    return null;
  }

  const cut = [...elements(document)].filter(
    (box) => isCut(box) && lays(parentOf(box)) && getComputedStyle(box).overflowY !== "visible",
  );
  const boxes = new Set(cut.flatMap((box) => [box, limitOf(box)]).filter((box) => box?.style));
  // All are read before the first one changes.
  const heights = new Map([...boxes].map((box) => [box, getComputedStyle(box).height]));
  for (const [box, height] of heights) box.style.setProperty("height", height, "important");
}
