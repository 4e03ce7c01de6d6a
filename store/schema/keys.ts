/** API keys and public keys. */
import { sql } from "drizzle-orm";
import {
  customType,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { KEY_SCOPES, type KeyScope } from "#contract/api-keys.ts";
import { textList } from "./text-list.ts";

/** A JSON array of scopes. */
const scopeList = customType<{ data: KeyScope[]; driverData: string }>({
  dataType: () => "text",
  fromDriver: (json) => z.array(z.enum(KEY_SCOPES)).parse(JSON.parse(json)),
  toDriver: (scopes) => JSON.stringify(scopes),
});

export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    /** Null: the account's default key. */
    name: text("name"),
    scopes: scopeList("scopes")
      .notNull()
      .default(sql.raw(`'${JSON.stringify(KEY_SCOPES)}'`)),
    /** Whether the key's jobs are test jobs. */
    test: integer("test", { mode: "boolean" }).notNull().default(false),
    /** SHA-256 of the key, hex. */
    hash: text("hash").notNull(),
    /** The default key, encrypted with AES-GCM so that its owner can read it again. Empty for other keys. */
    sealed: text("sealed").notNull().default(""),
    /** Most credits that the key may use in a period. */
    monthlyCeiling: integer("monthly_ceiling"),
    /**
     * Credits used in the period that began at `credits_period`: always the sum of the ledger's rows of the key's jobs in
     * that period. In a later period the key has used none yet.
     */
    creditsUsed: integer("credits_used").notNull().default(0),
    creditsPeriod: integer("credits_period").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    /** To the minute, so that not every read writes. */
    lastUsedAt: integer("last_used_at"),
    /** A rotation that keeps the old key for a while sets a time in the future: the key works until then. */
    revokedAt: integer("revoked_at"),
  },
  (t) => [
    uniqueIndex("api_keys_hash").on(t.hash),
    uniqueIndex("api_keys_default").on(t.accountId).where(sql`revoked_at is null and name is null`),
    index("api_keys_account").on(t.accountId),
  ],
);

export const publicKeys = sqliteTable(
  "public_keys",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    name: text("name").notNull(),
    key: text("key").notNull(),
    /** JSON array of patterns, as contract/widget/domains.ts normalises them. */
    authorizedDomains: textList("authorized_domains").notNull(),
    restrictTargets: integer("restrict_targets", { mode: "boolean" }).notNull().default(true),
    /** Conversions in a day, of all visitors and of one. Null: the default of the plan. */
    dailyLimit: integer("daily_limit"),
    dailyVisitorLimit: integer("daily_visitor_limit"),
    /** Whether the key's buttons may use overage credits. The account's overage must be on too. */
    overageEnabled: integer("overage_enabled", { mode: "boolean" }).notNull().default(false),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
  },
  (t) => [uniqueIndex("public_keys_key").on(t.key), index("public_keys_account").on(t.accountId)],
);

/** Clicks on a public key's buttons, per visitor and day. The row with an empty visitor counts the whole key. */
export const widgetUse = sqliteTable(
  "widget_use",
  {
    keyId: text("key_id").notNull(),
    /** Keyed hash of the visitor's IP address; empty in the row of the whole key. */
    visitor: text("visitor").notNull(),
    /** Days since 1970, UTC. The next click deletes the rows of earlier days. */
    day: integer("day").notNull(),
    jobs: integer("jobs").notNull(),
  },
  (t) => [primaryKey({ columns: [t.keyId, t.visitor, t.day] }), index("widget_use_day").on(t.day)],
);
