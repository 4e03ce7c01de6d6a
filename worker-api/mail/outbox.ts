/** Writes mails into the outbox: compose a mail, store it with the change that causes it, then enqueue it. */
import type { Context } from "hono";
import { z } from "zod";
import { log } from "#log/log.ts";
import type { Db } from "#store/db.ts";
import { insertMail, type NewMail } from "#store/mail/mails.ts";
import { newId, shardOfId } from "#store/secrets/ids.ts";
import { seal } from "#store/secrets/sealing.ts";
import type { AppEnv } from "../http/app-env.ts";
import type { MailContent } from "./content.ts";

/** Queue message that enqueues a mail. Its content is in its row. */
export const MailMessage = z.object({ v: z.literal(1), mailId: z.string() });
type MailMessage = z.infer<typeof MailMessage>;

export type MailEnv = Pick<Env, "SEALING_KEY" | "MAILS">;

export interface MailRequest {
  to: string;
  accountId: string | null;
  content: MailContent;
  /** At most one mail with this key is sent. */
  dedupeKey?: string;
}

/** The mail's row for a batch, with its content encrypted. `shard`: the database that stores it. */
export async function compose(
  env: Pick<Env, "SEALING_KEY">,
  request: MailRequest,
  shard = shardOfId(request.accountId ?? ""),
): Promise<NewMail> {
  const id = newId("mail", shard);
  return {
    id,
    accountId: request.accountId,
    dedupeKey: request.dedupeKey ?? null,
    recipient: request.to,
    template: request.content.template,
    payload: await seal(JSON.stringify(request.content), id, env.SEALING_KEY),
  };
}

/** Sends the queue message of a stored mail. Never throws: the sweep enqueues mails whose message was lost. */
export async function enqueue(env: Pick<Env, "MAILS">, mailId: string): Promise<void> {
  try {
    await env.MAILS.send({ v: 1, mailId } satisfies MailMessage);
  } catch (error) {
    log.error("The queue has not taken a mail.", { mailId, error });
  }
}

/** Enqueues the mail after the response has been sent. */
export function enqueueLater(c: Context<AppEnv>, mailId: string): void {
  c.executionCtx.waitUntil(enqueue(c.env, mailId));
}

/** Stores one mail on its own, and enqueues it. */
export async function post(env: MailEnv, db: Db, request: MailRequest): Promise<void> {
  const mail = await compose(env, request);
  const [written] = await insertMail(db, mail, Date.now());
  if (written) await enqueue(env, mail.id);
}
