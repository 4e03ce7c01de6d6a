/**
 * Lets boxes be divided that styles keep in one piece, if they are taller than a sheet, or if they have code of almost a sheet.
 * Chromium begins them on a new sheet and divides them there, so that the sheet before it can be almost empty.
 * @param {number} sheetPx height of a sheet, in px of this layout
 */
export default function divideTall(sheetPx) {
  const MIN_CODE_PX = sheetPx * 0.75;
  // By box, the style that it had. In a wider window, it may fit on a sheet.
  /** @type {Map<any, [string, string]>} */
  const divided = /** @type {any} */ (window).__platen?.divided ?? new Map();
  for (const [box, [value, priority]] of divided) box.style.setProperty("break-inside", value, priority);
  divided.clear();

  const heightOf = (box) => box.getBoundingClientRect().height;
  const hasTallCode = (box) =>
    [box, ...box.querySelectorAll("pre")].some((code) => code.matches("pre") && heightOf(code) > MIN_CODE_PX);

  // What is in a box that is lower is, too. What sticks out of such a box is rare.
  function divide(tree) {
    for (const box of tree.children) {
      const height = heightOf(box);
      if (height <= MIN_CODE_PX) continue;
      const isWhole = /^avoid(?:-page)?$/.test(getComputedStyle(box).breakInside);
      if (isWhole && box.style && (height > sheetPx || hasTallCode(box))) {
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
