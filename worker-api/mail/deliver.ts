/** Consumer of the mail queue: sends each mail of the outbox once, and retries failures. */

import { errorText } from "#log/error-text.ts";
import { log } from "#log/log.ts";
import type { Db } from "#store/db.ts";
import {
  abandonMail,
  claimMail,
  forgetMail,
  type MailRow,
  markSent,
  postpone,
  postponeUncounted,
} from "#store/mail/mails.ts";
import { unseal } from "#store/secrets/sealing.ts";
import { dbOfId } from "#store/shards.ts";
import { isLoopback } from "../http/own-origin.ts";
import { ALERT_WEBHOOK, postAlert } from "./alert-webhook.ts";
import { MailContent } from "./content.ts";
import { MailMessage } from "./outbox.ts";
import { toHtml, toText } from "./render.ts";
import { type Letter, write } from "./templates.ts";

/** Longer than sending a mail takes. */
const LEASE_MS = 60_000;
const FIRST_RETRY_SECONDS = 30;
const MAX_RETRY_SECONDS = 3_600;
/** With the delays above: about three hours. */
const MAX_ATTEMPTS = 10;
const SENDER = "Platen";

/**
 * Errors that a retry cannot fix: this recipient or this mail is refused permanently. All codes:
 * https://developers.cloudflare.com/email-service/api/send-emails/workers-api/#error-codes
 */
const PERMANENT = new Set([
  "E_RECIPIENT_SUPPRESSED",
  "E_RECIPIENT_NOT_ALLOWED",
  "E_VALIDATION_ERROR",
  "E_FIELD_MISSING",
  "E_CONTENT_TOO_LARGE",
]);

/** The account's quota of the day is used up. It ends by itself, so the mail waits for longer than a day. */
const OUT_OF_QUOTA = "E_DAILY_LIMIT_EXCEEDED";
const MAX_QUOTA_WAIT_MS = 26 * 3_600_000;

type DeliverEnv = Pick<Env, "DB" | "EMAIL" | "SEALING_KEY" | "MAIL_FROM" | "PUBLIC_ORIGIN"> & {
  ALERT_WEBHOOK_URL?: string;
};

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

async function send(env: DeliverEnv, row: MailRow, letter: Letter): Promise<void> {
  if (isLoopback(env.PUBLIC_ORIGIN)) {
    // Not through `log`, which would shorten the link.
    console.log(
      `Mail to ${row.recipient}: ${letter.subject}${letter.button ? ` ${letter.button.link}` : ""}`,
    );
  }
  await env.EMAIL.send({
    to: row.recipient,
    from: { email: env.MAIL_FROM, name: SENDER },
    subject: letter.subject,
    html: await toHtml(letter),
    text: toText(letter),
    // Auto-Submitted: without it, mailboxes send notes of absence to the sender (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated", "X-Platen-Mail": row.id },
  });
}

async function finish(db: Db, row: MailRow, now: number): Promise<void> {
  if (row.template === "account_deleted") await forgetMail(db, row.id);
  else await markSent(db, row.id, now);
}

/** Sends the mail if it is due. Returns the seconds until the next attempt, or null when no attempt should follow. */
export async function deliver(env: DeliverEnv, mailId: string, now: number): Promise<number | null> {
  const db = dbOfId(env, mailId);
  const row = await claimMail(db, mailId, now, LEASE_MS);
  if (!row) return null;
  try {
    const content = MailContent.parse(JSON.parse(await unseal(row.payload, row.id, env.SEALING_KEY)));
    if ("expiresAt" in content && content.expiresAt <= now) {
      await abandonMail(db, row.id, "expired");
      return null;
    }
    if (row.recipient === ALERT_WEBHOOK) await postAlert(env.ALERT_WEBHOOK_URL, content);
    else await send(env, row, write(content));
  } catch (error) {
    const reason = codeOf(error) || errorText(error);
    log.error("A mail could not be sent.", { mailId, attempt: row.attempts, error: reason });
    if (codeOf(error) === OUT_OF_QUOTA && now - row.createdAt < MAX_QUOTA_WAIT_MS) {
      await postponeUncounted(db, row.id, now + MAX_RETRY_SECONDS * 1_000);
      return MAX_RETRY_SECONDS;
    }
    if (PERMANENT.has(codeOf(error)) || row.attempts >= MAX_ATTEMPTS) {
      await abandonMail(db, row.id, reason);
      return null;
    }
    const seconds = Math.min(MAX_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2 ** (row.attempts - 1));
    await postpone(db, row.id, now + seconds * 1_000);
    return seconds;
  }
  await finish(db, row, now);
  return null;
}

/** Handles each message on its own, so that a malformed one does not affect its batch. */
export async function deliverBatch(batch: MessageBatch, env: DeliverEnv): Promise<void> {
  await Promise.all(
    batch.messages.map(async (message) => {
      const parsed = MailMessage.safeParse(message.body);
      if (!parsed.success) {
        log.error("A queue message names no mail.", { messageId: message.id });
        message.ack();
        return;
      }
      try {
        const retrySeconds = await deliver(env, parsed.data.mailId, Date.now());
        if (retrySeconds === null) message.ack();
        else message.retry({ delaySeconds: retrySeconds });
      } catch (error) {
        log.error("A mail is tried again.", { mailId: parsed.data.mailId, error });
        message.retry({ delaySeconds: FIRST_RETRY_SECONDS });
      }
    }),
  );
}
