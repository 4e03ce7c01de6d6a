/**
 * Which of the texts the browser's own fonts cannot draw: each is drawn, and compared with the box in place of a glyph. Also
 * whether emoji have colours. Runs in a world of our own, and no font of the page can have the name of a generic family.
 * @param {string[]} texts
 */
export default function probe(texts) {
  const CELL = 24;
  const COLUMNS = 64;
  // No font has a glyph for the first one.
  const all = ["\u0378", "😀", ...texts];
  const rows = Math.ceil(all.length / COLUMNS);
  const canvas = new OffscreenCanvas(COLUMNS * CELL, rows * CELL).getContext("2d", {
    willReadFrequently: true,
  });
  if (!canvas) throw new Error("No canvas.");
  canvas.font = "16px sans-serif";
  canvas.textBaseline = "middle";
  const place = (index) => [(index % COLUMNS) * CELL, Math.floor(index / COLUMNS) * CELL];
  for (const [index, text] of all.entries()) {
    const [x = 0, y = 0] = place(index);
    canvas.save();
    canvas.beginPath();
    canvas.rect(x, y, CELL, CELL);
    canvas.clip();
    canvas.fillText(text, x + 2, y + CELL / 2);
    canvas.restore();
  }
  const pixels = new Uint32Array(canvas.getImageData(0, 0, COLUMNS * CELL, rows * CELL).data.buffer);
  const cells = all.map((_, index) => {
    const [x = 0, y = 0] = place(index);
    const cell = [];
    for (let row = y; row < y + CELL; row++) {
      const start = row * COLUMNS * CELL + x;
      for (const pixel of pixels.subarray(start, start + CELL)) cell.push(pixel);
    }
    return cell;
  });
  const [box = [], face = [], ...drawn] = cells;
  const isColoured = (pixel) =>
    (pixel & 255) !== ((pixel >> 8) & 255) || (pixel & 255) !== ((pixel >> 16) & 255);
  return {
    missing: drawn.flatMap((cell, index) => (cell.every((pixel, at) => pixel === box[at]) ? [index] : [])),
    hasColours: face.some(isColoured),
  };
}
