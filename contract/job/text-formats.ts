/** What texts in options must look like, beyond their length. */
import { isPageRanges } from "../page-ranges.ts";

interface Format {
  accepts(text: string): boolean;
  /** Follows the name of the option in the error. */
  message: string;
}

function isAccepted(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/i;

/** Headers that the browser or the connection sets, that have an option of their own, or that speak for a proxy. */
const RESERVED_HEADER =
  /^(?:host|content-length|connection|proxy-.*|cf-.*|x-forwarded-.*|transfer-encoding|upgrade|te|trailer|keep-alive|expect|cookie|sec-.*)$/i;

/** Readers ignore the rest of a longer password: ISO 32000-2, 7.6.4.3.3. */
export const MAX_PASSWORD_BYTES = 127;

const FORMATS = {
  /** BCP 47: https://www.rfc-editor.org/info/bcp47 */
  locale: {
    // Chromium refuses a tag without a language, "und".
    accepts: (text) => !/^und\b/i.test(text) && isAccepted(() => Intl.getCanonicalLocales(text)),
    message: "must be a language tag such as de or pt-BR",
  },
  timezone: {
    // Chromium refuses offsets such as +01:00, which Intl accepts.
    accepts: (text) =>
      /^[a-z]/i.test(text) && isAccepted(() => new Intl.DateTimeFormat("en", { timeZone: text })),
    message: "must be an IANA time zone such as Europe/Berlin",
  },
  /** What a header may hold: https://www.rfc-editor.org/rfc/rfc9110#section-5.5 */
  headerValue: {
    accepts: (text) => /^[\x20-\x7e]*$/.test(text),
    message: "must be printable ASCII",
  },
  headerName: {
    accepts: (text) => TOKEN.test(text) && !RESERVED_HEADER.test(text),
    message:
      "must be a header's name, and none that only browsers and proxies set (Host, Cookie, Sec-…, Proxy-…, X-Forwarded-… and the like)",
  },
  /** https://www.rfc-editor.org/rfc/rfc6265#section-4.1.1 */
  cookieName: { accepts: (text) => TOKEN.test(text), message: "must be a cookie's name" },
  cookieValue: {
    accepts: (text) => /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/.test(text),
    message: "must be printable ASCII without spaces, quotes, commas, semicolons and backslashes",
  },
  cookiePath: {
    accepts: (text) => /^\/[\x20-\x3a\x3c-\x7e]*$/.test(text),
    message: "must be a path that starts with /",
  },
  /** https://www.rfc-editor.org/rfc/rfc7617#section-2 */
  username: { accepts: (text) => !text.includes(":"), message: "must have no colon" },
  imageData: {
    accepts: (text) => /^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/.test(text),
    message: "must be a data address of a PNG, JPEG or WebP image in Base64",
  },
  /** Readers change other characters before they try a password, not all of them in the same way. */
  pdfPassword: {
    accepts: (text) =>
      new TextEncoder().encode(text).length <= MAX_PASSWORD_BYTES &&
      text.normalize("NFKC") === text &&
      !/\p{C}/u.test(text),
    message: `must have at most ${MAX_PASSWORD_BYTES} bytes in UTF-8, in the normal form NFKC`,
  },
  pageRanges: {
    accepts: isPageRanges,
    message: "must be pages and ranges such as 1-3, 5 or 2-, with numbers from 1 to 99999",
  },
} as const satisfies Record<string, Format>;

export type TextFormat = keyof typeof FORMATS;

export function textFormat(name: TextFormat): Format {
  return FORMATS[name];
}
