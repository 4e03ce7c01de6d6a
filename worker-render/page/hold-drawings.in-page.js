/**
 * Keeps a drawing and its box on one sheet, such as a chart of ECharts or a map. Chromium divides a box whose content is placed in
 * it, and so cuts through the drawing.
 */
export default function holdDrawings() {
  const MIN_PX = 100;
  const FILLING = 0.6;
  const parentOf = (node) => node.parentElement ?? node.getRootNode().host ?? null;
  const heightOf = (node) => node.getBoundingClientRect().height;
  const isPlaced = (element) => /absolute|fixed/.test(getComputedStyle(element).position);
  const takesRoom = (node) =>
    node instanceof Text
      ? node.data.trim() !== ""
      : node instanceof Element && heightOf(node) > 0 && !isPlaced(node);

  // The box in which all that is placed around the drawing has its place.
  function boxOf(drawing) {
    let box = drawing;
    while (box && isPlaced(box)) {
      do box = parentOf(box);
      while (box && getComputedStyle(box).position === "static");
    }
    return box === drawing ? null : box;
  }

  // A box of a fixed height around it would have no room for what moves to the next sheet.
  function outermost(drawn) {
    let box = drawn;
    for (let outer = parentOf(box); outer && outer !== document.body; outer = parentOf(outer)) {
      const others = [...outer.childNodes].filter((node) => node !== box && takesRoom(node));
      if (others.length > 0 || heightOf(outer) > innerHeight) break;
      box = outer;
    }
    return box;
  }

  for (const drawing of document.querySelectorAll("canvas, svg")) {
    const height = heightOf(drawing);
    if (height < MIN_PX || !isPlaced(drawing)) continue;
    const box = boxOf(drawing);
    if (!box || box === document.body || box === document.documentElement) continue;
    if (height < heightOf(box) * FILLING || heightOf(box) > innerHeight) continue;
    if ([...box.childNodes].some(takesRoom)) continue;
    const whole = outermost(box);
    if (getComputedStyle(whole).breakInside === "auto") whole.style.breakInside = "avoid";
  }
}
