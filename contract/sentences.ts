/** Sentences that both the server and the pages show (spec §5, §8). */
import { LIMITS } from "./limits.ts";

export const SENTENCES = {
  passwordTooShort: `Password must be at least ${LIMITS.passwordMinChars} characters long`,
  keyNameMissing: "Please enter a name for the key",
  domainMissing: "Please add at least one authorized domain",
  nothingToChange: "Please change at least one field",
  registered: "Account created! Please check your email to verify your account before logging in.",
  magicLinkSent: "Magic link sent! Check your email to login.",
  resetLinkSent: "If an account uses this address, we have sent it a link to set a new password.",
  verificationSent: "Verification email sent! Please check your inbox.",
  emailUnverified: "Please verify your email before you convert pages.",
  emailVerified: "Your email is verified.",
  emailIsSame: "is your address already",
  emailChangeSent: "We have sent an email to your old and to your new address. Use the link in both.",
  emailHalfConfirmed:
    "Confirmed. Your address changes once the link in the email to the other address is used too.",
  emailChanged: "Your email address is changed. Sign in with the new one from now on.",
  codeMalformed: "Please enter the 6 digits of the code",
  oneProof: "Send one of code, passkey and recovery_code",
  passwordChanged: "Your password has been changed.",
} as const;

/** Counts characters as people do: code points, not UTF-16 units. */
export function isPasswordLongEnough(password: string): boolean {
  return [...password].length >= LIMITS.passwordMinChars;
}
