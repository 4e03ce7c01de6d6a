/** What texts in options must look like, beyond their length. */

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

const FORMATS = {
  /** BCP 47: https://www.rfc-editor.org/info/bcp47 */
  locale: {
    accepts: (text) => isAccepted(() => Intl.getCanonicalLocales(text)),
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
} as const satisfies Record<string, Format>;

export type TextFormat = keyof typeof FORMATS;

export function textFormat(name: TextFormat): Format {
  return FORMATS[name];
}
