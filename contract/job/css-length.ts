/** CSS absolute lengths, as margins are written: https://www.w3.org/TR/css-values-4/#absolute-lengths */

/** CSS px per unit. */
const PX_PER_UNIT = {
  px: 1,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  in: 96,
  pc: 16,
  pt: 96 / 72,
} as const;
type Unit = keyof typeof PX_PER_UNIT;

const LENGTH = /^([0-9]+(?:\.[0-9]+)?|\.[0-9]+)(px|cm|mm|q|in|pc|pt)$/i;

function isUnit(text: string): text is Unit {
  return text in PX_PER_UNIT;
}

/** The length in CSS px (96 per inch); null when the text is not a non-negative absolute length. A bare `0` is 0. */
export function parseCssLength(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === "0") return 0;
  const match = LENGTH.exec(trimmed);
  const [, amount, unit] = match ?? [];
  const key = unit?.toLowerCase();
  if (amount === undefined || key === undefined || !isUnit(key)) return null;
  return Number(amount) * PX_PER_UNIT[key];
}

/**
 * Writes a length as `12.5px`, with at most four decimals. JavaScript writes very small numbers with an exponent, which
 * our syntax does not accept.
 */
export function formatPx(px: number): string {
  return `${Number(px.toFixed(4))}px`;
}
