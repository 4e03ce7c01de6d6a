/** The outbox. A queue message carries only the mail's id; the content is here. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const mails = sqliteTable(
  "mails",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id"),
    /** At most one mail per key, so that a notice is sent only once per period. */
    dedupeKey: text("dedupe_key"),
    recipient: text("recipient").notNull(),
    template: text("template").notNull(),
    /** JSON, encrypted because it may hold a link. Emptied when the mail is sent. */
    payload: text("payload").notNull(),
    /** Anyone can request this mail for any address, so it counts towards the limit of all such mails. */
    requested: integer("requested", { mode: "boolean" }).notNull().default(false),
    attempts: integer("attempts").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    /**
     * Earliest time of the next attempt. A sender moves it forward before sending, so that two senders never send the
     * same mail.
     */
    nextAttemptAt: integer("next_attempt_at").notNull().default(0),
    sentAt: integer("sent_at"),
    failedReason: text("failed_reason"),
  },
  (t) => [
    uniqueIndex("mails_dedupe").on(t.dedupeKey),
    index("mails_unsent").on(t.nextAttemptAt).where(sql`sent_at is null and failed_reason is null`),
    index("mails_recipient").on(t.recipient, t.createdAt),
    index("mails_account").on(t.accountId),
    index("mails_created").on(t.createdAt),
    index("mails_requested").on(t.createdAt).where(sql`requested = 1`),
    index("mails_given_up").on(t.createdAt).where(sql`failed_reason is not null`),
  ],
);
