/**
 * Makes a picture smaller, band by band. Each px of the small picture is the average of the area that it covers, so that
 * no line vanishes, and all sums are whole numbers, so that equal pictures stay equal.
 * @param {{ from: { width: number, height: number }, to: { width: number, height: number }, bands: number[], type: string,
 *   quality: number | undefined, hasAlpha: boolean, maxChars: number }} plan `bands`: rows of each band of the small picture
 */
export default function resample({ from, to, bands, type, quality, hasAlpha, maxChars }) {
  const settings = { willReadFrequently: true, alpha: hasAlpha };
  /** Sums of the rows that the next row of the small picture covers: red, green and blue times alpha, and alpha. */
  const sums = new Float64Array(from.width * 4);
  /** A row of the picture has `to.height` parts, one of the small picture `from.height`. In the same way for columns. */
  let missing = from.height;
  let row = 0;
  let image = new ImageData(to.width, bands[0] ?? 1);
  /** @type {OffscreenCanvas[]} */
  const ready = [];

  function add(pixels, at, parts) {
    for (let i = 0; i < sums.length; i += 4) {
      const alpha = pixels[at + i + 3] * parts;
      sums[i] = (sums[i] ?? 0) + pixels[at + i] * alpha;
      sums[i + 1] = (sums[i + 1] ?? 0) + pixels[at + i + 1] * alpha;
      sums[i + 2] = (sums[i + 2] ?? 0) + pixels[at + i + 2] * alpha;
      sums[i + 3] = (sums[i + 3] ?? 0) + alpha;
    }
  }

  function endRow() {
    let to4 = row * to.width * 4;
    let i = 0;
    let left = to.width;
    for (let column = 0; column < to.width; column += 1) {
      let [red, green, blue, alpha] = [0, 0, 0, 0];
      for (let due = from.width; due > 0; ) {
        const parts = left < due ? left : due;
        red += (sums[i] ?? 0) * parts;
        green += (sums[i + 1] ?? 0) * parts;
        blue += (sums[i + 2] ?? 0) * parts;
        alpha += (sums[i + 3] ?? 0) * parts;
        due -= parts;
        left -= parts;
        if (left > 0) continue;
        i += 4;
        left = to.width;
      }
      image.data[to4++] = red / alpha;
      image.data[to4++] = green / alpha;
      image.data[to4++] = blue / alpha;
      image.data[to4++] = alpha / (from.width * from.height);
    }
    sums.fill(0);
    missing = from.height;
    row += 1;
    if (row === image.height) endBand();
  }

  function endBand() {
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext("2d", settings)?.putImageData(image, 0, 0);
    ready.push(canvas);
    bands.shift();
    row = 0;
    image = new ImageData(to.width, bands[0] ?? 1);
  }

  return {
    /** Takes the next band of the picture, in base64. */
    async push(data) {
      const text = atob(data);
      const bytes = new Uint8Array(text.length);
      for (let i = 0; i < bytes.length; i += 1) bytes[i] = text.charCodeAt(i);
      const bitmap = await createImageBitmap(new Blob([bytes]), { colorSpaceConversion: "none" });
      const { width, height } = bitmap;
      const context = new OffscreenCanvas(width, height).getContext("2d", settings);
      if (!context || width !== from.width) return null;
      context.drawImage(bitmap, 0, 0);
      bitmap.close();
      const pixels = context.getImageData(0, 0, width, height).data;
      for (let y = 0; y < height; y += 1) {
        for (let left = to.height; left > 0; ) {
          const parts = left < missing ? left : missing;
          add(pixels, y * width * 4, parts);
          left -= parts;
          missing -= parts;
          if (missing === 0) endRow();
        }
      }
      return ready.length;
    },
    /** The next band of the small picture, in base64. Empty if it has more than `maxChars`. */
    async take() {
      const blob = await ready.shift()?.convertToBlob({ type, quality });
      if (!blob || blob.size > (maxChars / 4) * 3) return "";
      const bytes = new Uint8Array(await blob.arrayBuffer());
      const texts = [];
      for (let i = 0; i < bytes.length; i += 30_000)
        texts.push(String.fromCharCode(...bytes.subarray(i, i + 30_000)));
      return btoa(texts.join(""));
    },
  };
}
