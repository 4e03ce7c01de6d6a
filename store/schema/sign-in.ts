/** Sign-in: sessions, mailed tokens, guesses, and second factors. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { textList } from "./text-list.ts";

export const sessions = sqliteTable(
  "sessions",
  {
    /** SHA-256 of the bearer token, hex. */
    hash: text("hash").primaryKey(),
    id: text("id").notNull(),
    accountId: text("account_id").notNull(),
    userAgent: text("user_agent").notNull().default(""),
    createdAt: integer("created_at").notNull(),
    seenAt: integer("seen_at").notNull(),
    idleExpiresAt: integer("idle_expires_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    /** When this session last proved who uses it: by its sign-in, or by the password later. */
    signedInAt: integer("signed_in_at").notNull().default(0),
  },
  (t) => [
    uniqueIndex("sessions_id").on(t.id),
    index("sessions_account").on(t.accountId),
    index("sessions_expires").on(t.expiresAt),
    index("sessions_idle").on(t.idleExpiresAt),
  ],
);

/**
 * Wrong passwords in a row, by address, and wrong codes of a second factor, by account. An address without an account has
 * rows too, so that they look the same.
 */
export const signInGuesses = sqliteTable(
  "sign_in_guesses",
  {
    /** SHA-256, hex. See accounts/sign-in-guesses.ts. */
    subject: text("subject").primaryKey(),
    guesses: integer("guesses").notNull(),
    guessedAt: integer("guessed_at").notNull(),
    pausedUntil: integer("paused_until").notNull().default(0),
  },
  (t) => [index("sign_in_guesses_guessed").on(t.guessedAt)],
);

export const MAILED_TOKEN_PURPOSES = ["verify", "magic_link", "reset"] as const;

export const mailedTokens = sqliteTable(
  "mailed_tokens",
  {
    /** SHA-256 of the token, hex. */
    hash: text("hash").primaryKey(),
    purpose: text("purpose", { enum: MAILED_TOKEN_PURPOSES }).notNull(),
    accountId: text("account_id").notNull(),
    /** The address that the mail was sent to. The token becomes invalid when the account's address changes. */
    email: text("email").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [index("mailed_tokens_account").on(t.accountId), index("mailed_tokens_expires").on(t.expiresAt)],
);

/** The secret of an authenticator app. Until `confirmed_at` is set, it proves nothing. */
export const totpSecrets = sqliteTable(
  "totp_secrets",
  {
    accountId: text("account_id").primaryKey(),
    /** The secret in Base32, encrypted. */
    sealed: text("sealed").notNull(),
    createdAt: integer("created_at").notNull(),
    confirmedAt: integer("confirmed_at"),
    /** Time step of the last used code. Codes of this step and of earlier ones no longer work. */
    lastStep: integer("last_step").notNull().default(0),
  },
  (t) => [index("totp_secrets_unconfirmed").on(t.createdAt).where(sql`confirmed_at is null`)],
);

export const passkeys = sqliteTable(
  "passkeys",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    /** Both in base64url, as WebAuthn has them. */
    credentialId: text("credential_id").notNull(),
    credentialKey: text("credential_key").notNull(),
    /** Signatures so far, as the passkey counts them; 0 if it does not count. */
    counter: integer("counter").notNull(),
    transports: textList("transports").notNull(),
    name: text("name").notNull(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
  },
  (t) => [uniqueIndex("passkeys_credential").on(t.credentialId), index("passkeys_account").on(t.accountId)],
);

/** Unused recovery codes of accounts with a second factor. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    /** SHA-256 of the account's id and the code, hex. */
    hash: text("hash").primaryKey(),
    accountId: text("account_id").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [index("recovery_codes_account").on(t.accountId)],
);

export const SIGN_IN_WAYS = ["password", "magic_link"] as const;

/** Sign-ins that wait for their second factor. */
export const pendingSignIns = sqliteTable(
  "pending_sign_ins",
  {
    /** SHA-256 of the token, hex. */
    hash: text("hash").primaryKey(),
    accountId: text("account_id").notNull(),
    way: text("way", { enum: SIGN_IN_WAYS }).notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [
    index("pending_sign_ins_account").on(t.accountId),
    index("pending_sign_ins_expires").on(t.expiresAt),
  ],
);

/** Challenges that passkeys have to sign. Each works once. */
export const passkeyChallenges = sqliteTable(
  "passkey_challenges",
  {
    challenge: text("challenge").primaryKey(),
    accountId: text("account_id").notNull(),
    /** The act that it is for, and its sign-in session or pending sign-in. */
    purpose: text("purpose").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [
    index("passkey_challenges_account").on(t.accountId),
    index("passkey_challenges_expires").on(t.expiresAt),
  ],
);
