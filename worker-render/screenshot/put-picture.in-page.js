/**
 * Places a picture over the part of the page that it shows.
 * @param {{ data: string, left: number, top: number, width: number, height: number }} picture `data` in base64, the rest in CSS px of the page
 */
export default async function putPicture({ data, left, top, width, height }) {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  // A canvas, because the page's Content-Security-Policy may forbid an image.
  const canvas = Object.assign(document.createElement("canvas"), {
    width: bitmap.width,
    height: bitmap.height,
  });
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
  const size = `width:${width}px!important;height:${height}px!important`;
  canvas.style.cssText = `all:initial!important;position:absolute!important;${size};z-index:2147483647!important`;
  document.documentElement.append(canvas);
  canvas.style.setProperty("left", "0px", "important");
  canvas.style.setProperty("top", "0px", "important");
  const origin = canvas.getBoundingClientRect();
  canvas.style.setProperty("left", `${left - scrollX - origin.left}px`, "important");
  canvas.style.setProperty("top", `${top - scrollY - origin.top}px`, "important");
  return true;
}
