/** The text of every email. */
import { ALERTS, type AlertState } from "#contract/alerts.ts";
import { LIMITS } from "#contract/limits.ts";
import { CREDIT_THRESHOLDS, SPENDING_THRESHOLDS } from "#contract/plans.ts";
import type { FactorChange, MailContent } from "./content.ts";

const FACTOR_SENTENCES: Record<FactorChange, string> = {
  on: "Two-step sign-in is now on for your Platen account. Each sign-in now needs a code or a passkey. You were signed out on all other devices. Keep your recovery codes in a safe place.",
  off: "Two-step sign-in is now off for your Platen account. Signing in no longer needs a code or a passkey, and your recovery codes no longer work.",
  totp_added: "An authenticator app was added to your Platen account.",
  totp_removed: "The authenticator app of your Platen account was removed.",
  passkey_added: "A passkey was added to your Platen account.",
  passkey_removed: "A passkey of your Platen account was removed.",
  recovery_codes_made: "Your Platen account has new recovery codes. The old ones no longer work.",
  recovery_code_used: "A recovery code of your Platen account was used. It no longer works.",
};

export interface Letter {
  subject: string;
  paragraphs: string[];
  button?: { label: string; link: string };
  /** Small print under the button. */
  note?: string;
}

const NOT_YOU =
  "If you did not request this email, you can ignore it. Nothing changes unless you use the button.";
const ONCE = `The link works once and expires in ${LIMITS.mailedTokenMinutes} minutes.`;
const CHANGE_ONCE = `The link works once and expires in ${LIMITS.emailChangeHours} hours.`;
const RESET_IF_NOT_YOU =
  "If this was not you, choose “Forgot password?” on the sign-in page and set a new password immediately.";

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function minuteOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function creditsLetter(mail: Extract<MailContent, { template: "credits" }>): Letter {
  const resets = dateOf(mail.periodEnd);
  const isOver = mail.percent >= CREDIT_THRESHOLDS.exhausted;
  const left = mail.limit - mail.used;
  const next = isOver
    ? mail.overage
      ? "Overage is enabled, so your requests keep working until they reach your spending cap. Each further job uses an overage credit."
      : "API and widget requests now fail until your credits reset or you upgrade your plan."
    : `${left} ${left === 1 ? "credit is" : "credits are"} left.`;
  return {
    subject: isOver
      ? "You have used all of your monthly credits"
      : `You have used ${mail.percent}% of your monthly credits`,
    paragraphs: [
      `You have used ${mail.used} of ${mail.limit} credits. ${next}`,
      `Your credits reset on ${resets}.`,
    ],
    button: { label: "View usage and plans", link: mail.link },
  };
}

function oldKeySentence(until: number | null): string {
  if (until === null) return "The old key no longer works.";
  return `The old key works until ${minuteOf(until)}. You can end it earlier in Settings.`;
}

function spendingLetter(mail: Extract<MailContent, { template: "spending" }>): Letter {
  const isReached = mail.percent >= SPENDING_THRESHOLDS.reached;
  const until = "API and widget requests fail until you raise the cap or your credits reset.";
  return {
    subject: isReached
      ? "You have reached your spending cap"
      : `You have used ${mail.percent}% of your spending cap`,
    paragraphs: [
      `The overage credits of this period cost $${(mail.spentMillis / 1000).toFixed(2)} so far. Your spending cap is $${(mail.capCents / 100).toFixed(2)}.`,
      isReached ? `From now on, ${until}` : `When the cap is reached, ${until}`,
      `Your credits reset on ${dateOf(mail.periodEnd)}.`,
    ],
    button: { label: "Open Settings", link: mail.link },
  };
}

const ALERT_BEGINNINGS: Record<AlertState, string> = {
  began: "Alert",
  continues: "Alert continues",
  ended: "Alert ended",
};

function alertLetter({
  kind,
  state,
  value,
  since,
  service,
}: Extract<MailContent, { template: "alert" }>): Letter {
  const { title, threshold, measure } = ALERTS[kind];
  return {
    subject: `${ALERT_BEGINNINGS[state]}: ${title}`,
    paragraphs: [
      `${service}: ${value} ${measure}. The alert begins at ${threshold}.`,
      `${state === "ended" ? "Below that since" : "Since"} ${minuteOf(since)}.`,
      `What to do: docs/operations.md#${kind}`,
    ],
  };
}

function factorSubject(change: FactorChange): string {
  if (change === "on" || change === "off") return `Two-step sign-in is ${change}`;
  return change === "recovery_code_used" ? "A recovery code was used" : "Your two-step sign-in was changed";
}

/** Subject and text of the mail. */
export function write(mail: MailContent): Letter {
  switch (mail.template) {
    case "verify":
      return {
        subject: "Verify your email",
        paragraphs: ["Welcome to Platen. Verify your email address to get your API key."],
        button: { label: "Verify email", link: mail.link },
        note: `The link works once and expires in ${LIMITS.verificationHours} hours. If you did not create this account, ignore this email and do not use the button.`,
      };
    case "magic_link":
      return {
        subject: "Your sign-in link",
        paragraphs: ["Use this link to sign in to Platen."],
        button: { label: "Sign in", link: mail.link },
        note: `${ONCE} ${NOT_YOU}`,
      };
    case "reset":
      return {
        subject: "Set a new password",
        paragraphs: ["Use this link to set a new password. Setting it signs you out on all devices."],
        button: { label: "Set a new password", link: mail.link },
        note: `${ONCE} ${NOT_YOU}`,
      };
    case "account_exists":
      return {
        subject: "You already have an account",
        paragraphs: [
          "Someone tried to create a Platen account with this email address, but you already have one. If it was you, sign in with this link.",
        ],
        button: { label: "Sign in", link: mail.link },
        note: `${ONCE} ${NOT_YOU}`,
      };
    case "account_unverified":
      return {
        subject: "Your account is not verified",
        paragraphs: [
          "This email address was registered with Platen twice, with different passwords, and was not verified in between. To protect the account, we have disabled both passwords and all verification links.",
          "Sign in with this link, then set a new password in Settings.",
        ],
        button: { label: "Sign in", link: mail.link },
        note: `${ONCE} After that, request a magic link on the sign-in page. If you do not want an account, ignore this email. Without access to your mailbox, the account cannot be used.`,
      };
    case "no_account":
      return {
        subject: "No account uses this email address",
        paragraphs: [
          "Someone requested a link to sign in to Platen with this email address, but it has no account. If it was you, create an account, or use the address you registered with.",
        ],
        button: { label: "Create an account", link: mail.link },
        note: "If this was not you, you can ignore this email.",
      };
    case "email_change_new":
      return {
        subject: "Confirm your new email address",
        paragraphs: [
          "Someone wants to use this email address for their Platen account. If it was you, confirm it. The address changes when you have confirmed it in your old mailbox too.",
        ],
        button: { label: "Confirm this address", link: mail.link },
        note: `${CHANGE_ONCE} ${NOT_YOU}`,
      };
    case "email_change_taken":
      return {
        subject: "This address has an account already",
        paragraphs: [
          "Someone wants to use this email address for another Platen account. You have an account with this address already, so this is not possible. If it was you, sign in to your account with this address, or delete it first.",
        ],
        note: "If this was not you, you can ignore this email. Your account is not affected.",
      };
    case "email_change_old":
      return {
        subject: "Confirm the change of your email address",
        paragraphs: [
          `Someone who is signed in to your Platen account wants to change its email address to ${mail.newEmail}. If it was you, confirm it. The address changes when you have confirmed it in the new mailbox too.`,
        ],
        button: { label: "Confirm the change", link: mail.link },
        note: `${CHANGE_ONCE} ${RESET_IF_NOT_YOU} This also cancels the change.`,
      };
    case "password_changed":
      return {
        subject: "Your password was changed",
        paragraphs: [
          "The password of your Platen account was changed. You were signed out on all other devices.",
        ],
        note: RESET_IF_NOT_YOU,
      };
    case "key_rotated":
      return {
        subject: "Your API key was rotated",
        paragraphs: [`Your Platen account has a new API key. ${oldKeySentence(mail.oldKeyUntil)}`],
        button: { label: "Open Settings", link: mail.link },
        note: RESET_IF_NOT_YOU,
      };
    case "sign_in_paused":
      return {
        subject: "Signing in with your password is paused",
        paragraphs: [
          `Someone entered ${LIMITS.guessesBeforePause} wrong passwords for your Platen account in a row. Signing in with a password is now paused for a short time, and longer after each further wrong password.`,
          "If it was you, sign in with a magic link, or choose “Forgot password?” on the sign-in page. Both work during the pause.",
        ],
        button: { label: "Open the sign-in page", link: mail.link },
        note: "If it was not you, you do not have to do anything. Your password has not been guessed.",
      };
    case "second_factor_changed":
      return {
        subject: factorSubject(mail.change),
        paragraphs: [FACTOR_SENTENCES[mail.change]],
        button: { label: "Open Settings", link: mail.link },
        note: RESET_IF_NOT_YOU,
      };
    case "second_factor_paused":
      return {
        subject: "Someone enters wrong codes for your account",
        paragraphs: [
          `Someone passed the first step of signing in to your Platen account, with your password or a link from an email, and then entered ${LIMITS.guessesBeforePause} wrong codes in a row. Codes are now refused for a short time, and longer after each further wrong code. Passkeys work during the pause.`,
        ],
        note: RESET_IF_NOT_YOU,
      };
    case "credits":
      return creditsLetter(mail);
    case "spending":
      return spendingLetter(mail);
    case "alert":
      return alertLetter(mail);
    case "account_deleted":
      return {
        subject: "Your account was deleted",
        paragraphs: [
          "Your Platen account was deleted, including its keys, sessions, jobs and results. If you had a subscription, it was canceled.",
          "If you had a subscription, our payment provider Stripe keeps your invoices and payments for the time required by law. Invoices keep the details that were printed on them. We remove your name and addresses from the customer record at Stripe.",
        ],
      };
  }
}
