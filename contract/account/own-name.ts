/** Names that people give to what they own. They are shown within sentences, in one line. */
import { z } from "zod";

/** Characters that break the line, or turn the direction of the text behind them. */
const NOT_IN_LINES = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

/** @param missing sentence for a name without a letter */
export function ownName(maxChars: number, missing?: string) {
  return z
    .string()
    .overwrite((name) => name.replaceAll(NOT_IN_LINES, " ").trim())
    .min(1, missing)
    .max(maxChars);
}
