/** Key of the fonts in R2. A deployment writes them, and worker-render reads them. */

/** Key prefix of all fonts. Results and filter lists have others. */
const FONTS_PREFIX = "fonts/";

/** Key of the object that holds all font files. `sha256`: of its content, in hexadecimal. */
export function fontsKey(sha256: string): string {
  return FONTS_PREFIX + sha256;
}
