/** Every mail that goes out: what it needs to know, and what it says. */
import { z } from "zod";
import { LIMITS } from "#contract/limits.ts";
import { CREDIT_THRESHOLDS } from "#contract/plans.ts";

const Link = { link: z.url(), expiresAt: z.number() };

/** A mail's content as the outbox keeps it. A link that has expired is not sent any more. */
export const MailContent = z.discriminatedUnion("template", [
  z.object({ template: z.literal("verify"), ...Link }),
  z.object({ template: z.literal("magic_link"), ...Link }),
  z.object({ template: z.literal("reset"), ...Link }),
  z.object({ template: z.literal("account_exists"), ...Link }),
  z.object({ template: z.literal("account_unverified"), ...Link }),
  z.object({ template: z.literal("no_account"), link: z.url() }),
  z.object({ template: z.literal("password_changed") }),
  z.object({ template: z.literal("key_rotated"), link: z.url() }),
  z.object({
    template: z.literal("credits"),
    percent: z.number(),
    used: z.number(),
    limit: z.number(),
    /** Unix ms. */
    periodEnd: z.number(),
    overage: z.boolean(),
    link: z.url(),
  }),
  z.object({ template: z.literal("account_deleted") }),
]);
export type MailContent = z.infer<typeof MailContent>;

export interface Letter {
  subject: string;
  paragraphs: string[];
  button?: { label: string; link: string };
  /** Small print under the button. */
  note?: string;
}

const NOT_YOU = "If this was not you, ignore this mail: nothing happens without the button.";
const ONCE = `The link works once, within ${LIMITS.mailedTokenMinutes} minutes.`;
const RESET_IF_NOT_YOU =
  "If this was not you, set a new password at once with “Forgot password?” on the sign-in page.";

function creditsLetter(mail: Extract<MailContent, { template: "credits" }>): Letter {
  const resets = new Date(mail.periodEnd).toISOString().slice(0, 10);
  const isOver = mail.percent >= CREDIT_THRESHOLDS.exhausted;
  const left = mail.limit - mail.used;
  const next = isOver
    ? mail.overage
      ? "Overage is enabled: further requests are served and billed per credit."
      : "Further requests, also those of your widgets, fail until the period resets or the plan is upgraded."
    : `${left} ${left === 1 ? "credit is" : "credits are"} left.`;
  return {
    subject: isOver
      ? "You have used all of your monthly credits"
      : `You have used ${mail.percent} % of your monthly credits`,
    paragraphs: [
      `${mail.used} of ${mail.limit} credits are used. ${next}`,
      `The period resets on ${resets}.`,
    ],
    button: { label: "See usage and plans", link: mail.link },
  };
}

/** What the mail says. */
export function write(mail: MailContent): Letter {
  switch (mail.template) {
    case "verify":
      return {
        subject: "Verify your email",
        paragraphs: ["Welcome to Platen. Confirm this address to see your API key."],
        button: { label: "Verify email", link: mail.link },
        note: `The link works once, within ${LIMITS.verificationHours} hours. If you did not create this account, ignore this mail and do not use the button.`,
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
        paragraphs: ["Use this link to set a new password. It ends all sessions of the account."],
        button: { label: "Set a new password", link: mail.link },
        note: `${ONCE} ${NOT_YOU}`,
      };
    case "account_exists":
      return {
        subject: "You already have an account",
        paragraphs: [
          "Somebody tried to create a Platen account with this address, which has one already. If it was you, sign in with this link.",
        ],
        button: { label: "Sign in", link: mail.link },
        note: `${ONCE} ${NOT_YOU}`,
      };
    case "account_unverified":
      return {
        subject: "Your account is not verified",
        paragraphs: [
          "This address was registered with Platen twice, with two passwords, before anybody verified it. Only its mailbox can tell whose account it is, so neither password works now, nor does any verification mail.",
          "Sign in with this link, then set a password in Settings.",
        ],
        button: { label: "Sign in", link: mail.link },
        note: `${ONCE} Later, have a magic link sent on the sign-in page. If you want no account, ignore this mail: nobody gets into it without your mailbox.`,
      };
    case "no_account":
      return {
        subject: "There is no account with this address",
        paragraphs: [
          "Somebody asked for a link to sign in to Platen with this address, but it has no account. If it was you, create one, or use the address that you registered with.",
        ],
        button: { label: "Create an account", link: mail.link },
        note: "If this was not you, ignore this mail.",
      };
    case "password_changed":
      return {
        subject: "Your password was changed",
        paragraphs: ["The password of your Platen account was changed, and its other sessions were ended."],
        note: RESET_IF_NOT_YOU,
      };
    case "key_rotated":
      return {
        subject: "Your API key was rotated",
        paragraphs: ["Your Platen account has a new API key. The old one has stopped working."],
        button: { label: "Open settings", link: mail.link },
        note: RESET_IF_NOT_YOU,
      };
    case "credits":
      return creditsLetter(mail);
    case "account_deleted":
      return {
        subject: "Your account was deleted",
        paragraphs: [
          "Your Platen account is gone, with its keys, sessions, jobs and results. If it had a subscription, that was canceled.",
          "Invoices are kept as long as the law asks, without this address.",
        ],
      };
  }
}
