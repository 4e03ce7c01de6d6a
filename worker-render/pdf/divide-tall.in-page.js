/**
 * Lets boxes be divided that styles keep in one piece, if they are taller than a sheet. Chromium begins them on a new sheet and
 * divides them there, so that the sheet before it can be almost empty.
 * @param {number} sheetPx height of a sheet, in px of this layout
 */
export default function divideTall(sheetPx) {
  // By box, the style that it had. In a wider window, it may fit on a sheet.
  /** @type {Map<any, [string, string]>} */
  const divided = /** @type {any} */ (window).__platen?.divided ?? new Map();
  for (const [box, [value, priority]] of divided) box.style.setProperty("break-inside", value, priority);
  divided.clear();

  // What is in a box that fits on a sheet fits, too. What sticks out of such a box is rare.
  function divide(tree) {
    for (const box of tree.children) {
      if (box.getBoundingClientRect().height <= sheetPx) continue;
      if (/^avoid(?:-page)?$/.test(getComputedStyle(box).breakInside) && box.style) {
        const { style } = box;
        divided.set(box, [style.getPropertyValue("break-inside"), style.getPropertyPriority("break-inside")]);
        style.setProperty("break-inside", "auto", "important");
      }
      divide(box);
      if (box.shadowRoot) divide(box.shadowRoot);
    }
  }
  divide(document.documentElement);
}
