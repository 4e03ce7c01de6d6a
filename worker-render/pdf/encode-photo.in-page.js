/**
 * Writes a photo as a JPEG of another size, in Base64. Null for a drawing, which is smaller and sharper as it is.
 * @param {{ data: string, isJpeg: boolean, width: number, height: number }} photo `data` in Base64: a JPEG file, or deflated px
 *   of three bytes
 * @param {{ width: number, height: number }} size
 * @param {number} quality
 */
export default async function encodePhoto(photo, size, quality) {
  const bytes = Uint8Array.from(atob(photo.data), (char) => char.charCodeAt(0));
  const source = photo.isJpeg ? await fromJpeg() : await fromPixels();
  if (source === null || source.width !== photo.width || source.height !== photo.height) return null;
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext("2d", { alpha: false });
  if (!context) return null;
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, size.width, size.height);
  source.close();
  const file = await canvas.convertToBlob({ type: "image/jpeg", quality });
  const reader = new FileReader();
  await new Promise((resolve) => {
    reader.onload = resolve;
    reader.readAsDataURL(file);
  });
  return String(reader.result).split(",")[1] ?? null;

  // The PDF has the rotation and the colour profile, so those of the file are left out.
  function fromJpeg() {
    const kept = [bytes.subarray(0, 2)];
    let at = 2;
    while (bytes[at] === 0xff && bytes[at + 1] !== 0xda) {
      const marker = bytes[at + 1];
      const end = at + 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0);
      if (marker !== 0xe1 && marker !== 0xe2) kept.push(bytes.subarray(at, end));
      at = end;
    }
    kept.push(bytes.subarray(at));
    return createImageBitmap(new Blob(kept, { type: "image/jpeg" }), { colorSpaceConversion: "none" });
  }

  async function fromPixels() {
    const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    const rgb = new Uint8Array(await new Response(inflated).arrayBuffer());
    const pixels = photo.width * photo.height;
    if (rgb.length < pixels * 3 || isDrawing(rgb, pixels)) return null;
    const image = new ImageData(photo.width, photo.height);
    for (let px = 0; px < pixels; px += 1) {
      image.data[px * 4] = rgb[px * 3] ?? 0;
      image.data[px * 4 + 1] = rgb[px * 3 + 1] ?? 0;
      image.data[px * 4 + 2] = rgb[px * 3 + 2] ?? 0;
      image.data[px * 4 + 3] = 255;
    }
    return createImageBitmap(image);
  }

  // Drawings and screenshots of text have few colours among some 4,000 px.
  function isDrawing(rgb, pixels) {
    const colours = new Set();
    const step = Math.ceil(pixels / 4096) * 3;
    for (let at = 0; at < rgb.length; at += step) colours.add(rgb.subarray(at, at + 3).join());
    return colours.size < 256;
  }
}
