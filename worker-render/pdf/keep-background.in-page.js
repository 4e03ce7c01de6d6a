/**
 * Runs in a frame that would be printed without backgrounds. Elements can keep theirs by a style, but the canvas behind them
 * cannot, so a box with its background replaces it.
 */
export default function keepBackground() {
  const root = document.documentElement;
  root.style.setProperty("print-color-adjust", "exact", "important");
  const bearer = [root, document.body].find((element) => {
    const { backgroundColor, backgroundImage } = element ? getComputedStyle(element) : root.style;
    return backgroundImage !== "none" || backgroundColor !== "rgba(0, 0, 0, 0)";
  });
  if (!bearer) return true;
  const box = document.createElement("div");
  box.style.cssText = "all:initial;position:fixed;inset:0;z-index:-2147483648;print-color-adjust:exact";
  box.style.background = getComputedStyle(bearer).background;
  root.append(box);
  return true;
}
