/** Private API keys, the default one and others: bodies of `/user/api-key` and `/user/api-keys`. */
import { z } from "zod";
import { KEY_MODES, KEY_SCOPES, SCOPE_MEANINGS, SCOPE_MISSING } from "../api-keys.ts";
import { LIMITS } from "../limits.ts";
import { SENTENCES } from "../sentences.ts";
import { ownName } from "./own-name.ts";

/** Body of `POST /user/api-key/rotate`. Without a body, or with an empty one, the old key stops working immediately. */
export const KeyRotation = z.strictObject({
  keep_old: z
    .boolean()
    .optional()
    .meta({
      description: `Whether the old key works for another ${LIMITS.oldKeyHours} hours. A still older key stops working`,
    }),
});

const ApiKey = z
  .object({
    key: z.string().meta({ description: "The private API key" }),
    created_at: z.iso.datetime().meta({ description: "Time of creation or of the last rotation" }),
    last_used_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: "Last use, to the minute; null before the first" }),
  })
  .meta({ id: "ApiKey", description: "The key that the account has from the start" });
/** The key before the last rotation, while it still works. */
const OldKey = z
  .object({
    expires_at: z.iso.datetime().meta({ description: "When the old key stops working" }),
    last_used_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: "Last use, to the minute; null before the first" }),
  })
  .meta({ id: "OldKey", description: "The key before the last rotation; null once it stopped working" });
export const ApiKeyResponse = z.object({
  api_key: ApiKey,
  old_key: OldKey.nullable(),
});
export type ApiKeyResponse = z.infer<typeof ApiKeyResponse>;

export const KeyName = ownName(LIMITS.keyNameChars, SENTENCES.keyNameMissing);
const Scopes = z
  .array(z.enum(KEY_SCOPES))
  .min(1, SCOPE_MISSING)
  .max(KEY_SCOPES.length)
  .meta({
    description: KEY_SCOPES.map((scope) => `\`${scope}\`: ${SCOPE_MEANINGS[scope]}`).join(" "),
  });
const Ceiling = z.number().int().min(1).max(LIMITS.keyCeilingCredits).nullable().meta({
  description:
    "Most credits that the key may use in a credit period. null: no ceiling. Test keys use no credits.",
});

/** One of the account's API keys. */
export const PrivateKey = z
  .object({
    id: z.string().meta({ description: "ID of the key" }),
    name: z.string().meta({ description: "Name of the key" }),
    is_default: z.boolean().meta({
      description: "The key that the account has from the start. It has all scopes and no ceiling",
    }),
    beginning: z.string().meta({ description: "First characters of the key, to recognize it" }),
    mode: z.enum(KEY_MODES).meta({
      description: "test: jobs cost no credits, and their files are marked “TEST”",
    }),
    scopes: z.array(z.enum(KEY_SCOPES)).meta({ description: "What the key may do" }),
    monthly_ceiling: Ceiling,
    used_this_period: z.number().int().meta({ description: "Credits used in this period" }),
    created_at: z.iso.datetime().meta({ description: "Time of creation" }),
    last_used_at: z.iso.datetime().nullable().meta({ description: "To the minute" }),
  })
  .meta({ id: "PrivateKey", description: "The API key" });
export type PrivateKey = z.infer<typeof PrivateKey>;
export const PrivateKeyList = z.object({
  api_keys: z.array(PrivateKey).meta({ description: "All API keys of the account, the default key first" }),
});
export const PrivateKeyResponse = z.object({
  api_key: PrivateKey,
});
export const PrivateKeyCreate = z.strictObject({
  name: KeyName.meta({ description: "Name of the key, for you to recognize it" }),
  scopes: Scopes,
  mode: z.enum(KEY_MODES).default("live").meta({
    description: "live: jobs cost credits. test: they cost none, and their files are marked “TEST”",
  }),
  monthly_ceiling: Ceiling.default(null),
});
export const PrivateKeyCreated = z.object({
  api_key: PrivateKey,
  key: z.string().meta({ description: "The key itself. No later response has it" }),
});
export type PrivateKeyCreated = z.infer<typeof PrivateKeyCreated>;
export const PrivateKeyUpdate = z
  .strictObject({
    name: KeyName.optional().meta({ description: "The new name" }),
    scopes: Scopes.optional(),
    monthly_ceiling: Ceiling.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, { message: SENTENCES.nothingToChange })
  .meta({ minProperties: 1 });
