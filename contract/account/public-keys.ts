/** Public keys of the button: bodies of `/public-keys`. */
import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { SENTENCES } from "../sentences.ts";
import { KeyName } from "./private-keys.ts";

const DailyLimit = z.number().int().min(1).max(LIMITS.widgetDailyLimit).nullable();

export const PublicKey = z
  .object({
    id: z.string().meta({ description: "ID of the key" }),
    name: z.string().meta({ description: "Name of the key" }),
    key: z.string().meta({ description: "The public key, for the embed code" }),
    authorized_domains: z.array(z.string()).meta({ description: "Domains whose pages may use the key" }),
    restrict_targets: z
      .boolean()
      .meta({ description: "Whether the key converts only pages on its authorized domains" }),
    overage_enabled: z.boolean().meta({
      description: "Whether the key's buttons may use overage credits, if the account's overage is on",
    }),
    daily_limit: DailyLimit.meta({
      description: "Conversions in a day (UTC) by all visitors. null: half of the plan's monthly credits",
    }),
    daily_visitor_limit: DailyLimit.meta({
      description: "Conversions in a day (UTC) by one visitor. null: the default of the plan",
    }),
    used_today: z.number().int().meta({ description: "Conversions of this day (UTC)" }),
    created_at: z.iso.datetime().meta({ description: "Time of creation" }),
    last_used_at: z.iso.datetime().nullable().meta({ description: "Last use; null before the first" }),
  })
  .meta({ id: "PublicKey", description: "The public key" });
export type PublicKey = z.infer<typeof PublicKey>;
export const PublicKeyResponse = z.object({
  public_key: PublicKey,
});
export const PublicKeyList = z.object({
  public_keys: z.array(PublicKey).meta({ description: "All public keys of the account, newest first" }),
});

/** Conversions of a key by the domain of the button's page. */
export const DomainUseList = z.object({
  domains: z
    .array(
      z.object({
        host: z.string().meta({ description: "Domain of the page that has the button" }),
        jobs: z.number().int().meta({ description: "Conversions in the last 30 days" }),
        finished: z.number().int().meta({ description: "Of these, completed ones" }),
        failed: z.number().int().meta({ description: "Of these, failed ones" }),
      }),
    )
    .meta({ description: `Most conversions first, at most ${LIMITS.domainUseRows}` }),
});
export type DomainUseList = z.infer<typeof DomainUseList>;

const Domains = z.array(z.string().max(260)).max(LIMITS.domainsPerKey);
export const PublicKeyCreate = z.strictObject({
  name: KeyName.meta({ description: "Name of the key, for you to recognize it" }),
  authorized_domains: Domains.meta({
    description:
      "`example.com` for one host, `*.example.com` for all its subdomains, `localhost:*` for any port",
  }),
  restrict_targets: z
    .boolean()
    .default(true)
    .meta({ description: "Whether the key converts only pages on its authorized domains" }),
});
export const PublicKeyUpdate = z
  .strictObject({
    name: KeyName.optional().meta({ description: "The new name" }),
    authorized_domains: Domains.optional().meta({ description: "The new domains, in place of all old ones" }),
    restrict_targets: z
      .boolean()
      .optional()
      .meta({ description: "Whether the key converts only pages on its authorized domains" }),
    overage_enabled: z.boolean().optional().meta({
      description: "Whether the key's buttons may use overage credits, if the account's overage is on",
    }),
    daily_limit: DailyLimit.optional().meta({
      description: "Conversions in a day (UTC) by all visitors. null: half of the plan's monthly credits",
    }),
    daily_visitor_limit: DailyLimit.optional().meta({
      description: "Conversions in a day (UTC) by one visitor. null: the default of the plan",
    }),
  })
  .refine((change) => Object.keys(change).length > 0, { message: SENTENCES.nothingToChange })
  .meta({ minProperties: 1 });
