/**
 * Puts a mark over each sheet: Chromium repeats a fixed element on every one. The image becomes a canvas, because the page may
 * forbid images in data addresses.
 * @param {{ text?: string, image?: string, opacity: number, angle: number }} mark `image`: a data address. `angle`: degrees,
 *   clockwise.
 */
export default async function stamp({ text, image, opacity, angle }) {
  const set = (element, styles) => {
    for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value, "important");
  };
  const box = document.createElement("div");
  // So it has no tags: screen readers would read it as the end of the page.
  box.setAttribute("aria-hidden", "true");
  set(box, { all: "initial" });
  set(box, { position: "fixed", inset: "0", "z-index": "2147483647", "pointer-events": "none" });
  const turned = document.createElement("div");
  set(turned, {
    position: "absolute",
    inset: "0",
    display: "flex",
    "flex-direction": "column",
    "align-items": "center",
    "justify-content": "center",
    opacity: String(opacity),
    transform: `rotate(${angle}deg)`,
  });
  // Open, so the text gets fonts like the page's own.
  box.attachShadow({ mode: "open" }).append(turned);
  if (image) turned.append(await drawn(image));
  if (text) turned.append(written(text));
  document.documentElement.append(box);
  return true;

  async function drawn(address) {
    const [head = "", data = ""] = address.split(",");
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
    const type = head.slice("data:".length, head.indexOf(";"));
    const bitmap = await createImageBitmap(new Blob([bytes], { type }));
    const canvas = document.createElement("canvas");
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    set(canvas, { "max-width": "60vw", "max-height": "60vh" });
    return canvas;
  }

  // No line is wider than the sheet, also in scripts whose characters are as wide as high.
  function written(words) {
    const line = document.createElement("div");
    line.textContent = words;
    const size = `${Math.min(12, 95 / words.length)}vw`;
    set(line, { font: `bold ${size} sans-serif`, color: "#000", "white-space": "nowrap" });
    return line;
  }
}
