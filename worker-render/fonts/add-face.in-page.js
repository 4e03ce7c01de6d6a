/**
 * Adds a font to the document. It comes as bytes, so neither a request nor the page's content security policy stops it.
 * @param {{ name: string, weight: string, ranges: string }} face
 * @param {string} base64 WOFF2
 */
export default async function addFace({ name, weight, ranges }, base64) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const face = new FontFace(name, bytes, { weight, unicodeRange: ranges });
  document.fonts.add(face);
  await face.load();
  return true;
}
