/** What each email needs: the content of the outbox. */
import { z } from "zod";
import { ALERT_STATES, isAlertKind } from "#contract/alerts.ts";

const Link = { link: z.url(), expiresAt: z.number() };

/** What has happened to the second factor of an account. `on`: it has its first one. `off`: its last one was removed. */
const FactorChange = z.enum([
  "on",
  "off",
  "totp_added",
  "totp_removed",
  "passkey_added",
  "passkey_removed",
  "recovery_codes_made",
  "recovery_code_used",
]);
export type FactorChange = z.infer<typeof FactorChange>;

/** A mail's content as the outbox stores it. A mail whose link has expired is not sent. */
export const MailContent = z.discriminatedUnion("template", [
  z.object({ template: z.literal("verify"), ...Link }),
  z.object({ template: z.literal("magic_link"), ...Link }),
  z.object({ template: z.literal("reset"), ...Link }),
  z.object({ template: z.literal("account_exists"), ...Link }),
  z.object({ template: z.literal("account_unverified"), ...Link }),
  z.object({ template: z.literal("no_account"), link: z.url() }),
  z.object({ template: z.literal("email_change_new"), ...Link }),
  z.object({ template: z.literal("email_change_taken") }),
  z.object({ template: z.literal("email_change_old"), newEmail: z.string(), ...Link }),
  z.object({ template: z.literal("password_changed") }),
  z.object({
    template: z.literal("key_rotated"),
    link: z.url(),
    /** Unix ms; null if the old key no longer works. */
    oldKeyUntil: z.number().nullable(),
  }),
  z.object({ template: z.literal("sign_in_paused"), link: z.url() }),
  z.object({
    template: z.literal("second_factor_changed"),
    change: FactorChange,
    link: z.url(),
  }),
  z.object({ template: z.literal("second_factor_paused") }),
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
  z.object({
    template: z.literal("spending"),
    percent: z.number(),
    spentMillis: z.number(),
    capCents: z.number(),
    /** Unix ms. */
    periodEnd: z.number(),
    link: z.url(),
  }),
  z.object({ template: z.literal("account_deleted") }),
  /** For the operator. */
  z.object({
    template: z.literal("alert"),
    kind: z.string().refine(isAlertKind),
    state: z.enum(ALERT_STATES),
    value: z.number(),
    /** Since when the value has been at the threshold, or below it if the alert has ended. Unix ms. */
    since: z.number(),
    service: z.url(),
  }),
]);
export type MailContent = z.infer<typeof MailContent>;
