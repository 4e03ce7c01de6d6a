/** Sentences about a form's field that the server and the pages both say (spec §5). */
import { LIMITS } from "./limits.ts";

export const SENTENCES = {
  passwordTooShort: `Password must be at least ${LIMITS.passwordMinChars} characters long`,
  keyNameMissing: "Please enter a name for the key",
  domainMissing: "Please add at least one authorized domain",
} as const;

/** Counted as people count: code points, not UTF-16 units. */
export function isPasswordLongEnough(password: string): boolean {
  return [...password].length >= LIMITS.passwordMinChars;
}
