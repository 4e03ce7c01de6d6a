/** Texts of a job in messages. */

const SHOWN_CHARS = 100;

/** The text, cut to the length that a message can show. */
export function shown(text: string): string {
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}
