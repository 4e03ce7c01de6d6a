/**
 * Repeats a text over a part of the page, in the top layer: nothing of the page is above it. The page's scripts have ended, so
 * the function may not wait.
 * @param {{ text: string, left: number, top: number, width: number, height: number }} mark CSS px of the page
 */
export default function mark({ text, left, top, width, height }) {
  const MAX_TILE_PX = 480;
  const MIN_TILE_PX = 24;
  const set = (element, styles) => {
    for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value, "important");
  };
  const box = document.createElement("div");
  box.popover = "manual";
  set(box, { all: "initial", position: "absolute", overflow: "hidden", "pointer-events": "none" });
  set(box, { left: "0px", top: "0px", width: `${width}px`, height: `${height}px` });
  const root = box.attachShadow({ mode: "closed" });
  const tile = Math.max(MIN_TILE_PX, Math.min(MAX_TILE_PX, width, height));
  const columns = Math.max(1, Math.round(width / tile));
  const rows = Math.max(1, Math.round(height / tile));
  const [wide, high] = [width / columns, height / rows];
  for (let index = 0; index < columns * rows; index++) {
    const word = document.createElement("span");
    word.textContent = text;
    set(word, {
      position: "absolute",
      left: `${(index % columns) * wide}px`,
      top: `${Math.floor(index / columns) * high}px`,
      width: `${wide}px`,
      height: `${high}px`,
      display: "grid",
      "place-content": "center",
      font: `bold ${tile / 3}px sans-serif`,
      color: "#c81e1e",
      "text-shadow": "0 0 2px #fff",
      opacity: "0.5",
      transform: "rotate(-30deg)",
    });
    root.append(word);
  }
  document.documentElement.append(box);
  box.showPopover();
  const origin = box.getBoundingClientRect();
  set(box, { left: `${left - scrollX - origin.left}px`, top: `${top - scrollY - origin.top}px` });
  return true;
}
