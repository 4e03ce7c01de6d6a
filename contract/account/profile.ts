/** The profile of an account and its settings: bodies of `/user/profile` and `/user/settings`. */
import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { TIERS } from "../plans.ts";
import { SENTENCES } from "../sentences.ts";

export const Profile = z
  .object({
    id: z.string().meta({ description: "ID of the account" }),
    email: z.string().meta({ description: "Address of the account" }),
    email_confirmed_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: "When the address was verified; null until then" }),
    tier: z.enum(TIERS).meta({ description: "The account's plan" }),
    monthly_credits: z.number().int().meta({ description: "Credits of the plan in a period" }),
    credits_used: z.number().int().meta({ description: "Credits used in this period" }),
    subscription_period_start: z.iso.datetime().meta({ description: "Start of the credit period" }),
    subscription_period_end: z.iso.datetime().meta({ description: "End of the credit period" }),
    overage_enabled: z.boolean().meta({
      description: "Whether jobs keep running on overage credits once the plan's credits are used up",
    }),
    overage_credits: z.number().int().meta({ description: "Overage credits used in this period" }),
    overage_millis: z
      .number()
      .int()
      .meta({ description: "Price of the overage credits, in thousandths of a US dollar" }),
    spending_cap_cents: z.number().int().meta({
      description:
        "Most that the overage credits of a period may cost, in US cents. The price of the plan until the owner changes it",
    }),
    has_password: z
      .boolean()
      .meta({ description: "Whether the account has a password. If not, it signs in by mailed links" }),
    payment_failed_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: "Since when a payment is open; null if all are paid" }),
    created_at: z.iso.datetime().meta({ description: "Time of the registration" }),
  })
  .meta({ id: "Profile", description: "The account, its plan and its credits" });
export type Profile = z.infer<typeof Profile>;
export const ProfileResponse = z.object({ profile: Profile });

export const SettingsPatch = z
  .strictObject({
    overage_enabled: z
      .boolean()
      .optional()
      .meta({ description: "Whether to use overage credits. Only on paid plans" }),
    spending_cap_cents: z
      .number()
      .int()
      .min(0)
      .max(LIMITS.spendingCapCents)
      .optional()
      .meta({ description: "Most that the overage credits of a period may cost, in US cents" }),
  })
  .refine((change) => Object.keys(change).length > 0, { message: SENTENCES.nothingToChange })
  .meta({ minProperties: 1 });
