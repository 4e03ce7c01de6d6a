/**
 * Keeps what stands below a tall box in a column (`flex-direction: column`) from being printed over its end. At the end of a sheet,
 * the box grows by the gap that it has there. Chromium shrinks it by as much on its last sheet, if its style lets it be shrunk.
 */
export default function holdColumns() {
  const MIN_PX = 400;

  for (const box of document.body?.querySelectorAll("*") ?? []) {
    if (!(box instanceof HTMLElement) || box.offsetHeight < MIN_PX || !box.parentElement) continue;
    const { flexShrink, minHeight } = getComputedStyle(box);
    if (flexShrink === "0" || minHeight === "auto") continue;
    const { display, flexDirection } = getComputedStyle(box.parentElement);
    if (!/flex$/.test(display) || !flexDirection.startsWith("column")) continue;
    const { offsetHeight, style } = box;
    const [value, priority] = [
      style.getPropertyValue("flex-shrink"),
      style.getPropertyPriority("flex-shrink"),
    ];
    style.setProperty("flex-shrink", "0", "important");
    // It is shrunk, such as one that scrolls.
    if (box.offsetHeight !== offsetHeight) style.setProperty("flex-shrink", value, priority);
  }
}
