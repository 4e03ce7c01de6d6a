/** `GET /user/activity`: what was done to an account's access, keys and plan, for its owner to check. */
import { z } from "zod";

export const ACTIVITY_KINDS = [
  "signed_in",
  "signed_out",
  "sign_in_paused",
  "password_changed",
  "password_reset",
  "email_change_requested",
  "email_changed",
  "totp_added",
  "totp_removed",
  "passkey_added",
  "passkey_removed",
  "recovery_codes_made",
  "session_ended",
  "other_sessions_ended",
  "key_rotated",
  "old_key_ended",
  "api_key_created",
  "api_key_changed",
  "api_key_deleted",
  "public_key_created",
  "public_key_changed",
  "public_key_deleted",
  "plan_changed",
  "overage_changed",
  "spending_cap_changed",
  "data_exported",
  "deletion_refused",
  "credits_refunded",
  "account_banned",
  "account_unbanned",
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

const Activity = z
  .object({
    id: z.string().meta({ description: "ID of the entry" }),
    kind: z.enum(ACTIVITY_KINDS).meta({ description: "What was done" }),
    detail: z.string().nullable().meta({
      description:
        "`signed_in`: `password` or `magic_link`, with a second factor also `+totp`, `+passkey` or `+recovery_code`. `sign_in_paused`: `second_factor` for wrong codes, null for wrong passwords. Passkeys, API keys and public keys: the name. `plan_changed`: the new plan. `overage_changed`: `on` or `off`. `spending_cap_changed`: US cents. `credits_refunded`: their number",
    }),
    user_agent: z
      .string()
      .nullable()
      .meta({ description: "The device. null: Stripe or the service itself, such as the end of a plan" }),
    country: z
      .string()
      .nullable()
      .meta({ description: "Country of the device (ISO 3166-1 alpha-2), if known" }),
    created_at: z.iso.datetime().meta({ description: "When it was done" }),
  })
  .meta({ id: "Activity" });

export const ActivityList = z.object({
  activities: z.array(Activity).meta({ description: "Newest first" }),
  nextCursor: z
    .string()
    .nullable()
    .meta({ description: "`cursor` of the next page. null: this is the last" }),
});
export type ActivityList = z.infer<typeof ActivityList>;
