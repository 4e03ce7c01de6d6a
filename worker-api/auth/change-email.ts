/** `POST /auth/change-email` and `/auth/confirm-email`: a new address, which the old and the new mailbox confirm. */
import { createRoute } from "@hono/zod-openapi";
import { sql } from "drizzle-orm";
import type { Context } from "hono";
import { EmailChange, EmailConfirmed, Message, TokenRequest } from "#contract/account/sign-in.ts";
import { LIMITS } from "#contract/limits.ts";
import { SENTENCES } from "#contract/sentences.ts";
import { type AccountRow, isFree, readAccount } from "#store/accounts/accounts.ts";
import {
  confirmEmailChange,
  findEmailChange,
  insertEmailChange,
  newEmailChange,
} from "#store/accounts/email-change.ts";
import { noteActivity } from "#store/activity/activity.ts";
import { insertMail } from "#store/mail/mails.ts";
import { insertRequestedMail, selectBrake } from "#store/mail/requested-mails.ts";
import { mailboxHash } from "#store/secrets/mailbox.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import { deviceOf } from "../http/device.ts";
import { isFresh } from "../http/fresh-sign-in.ts";
import { jsonBody, refusal, response, SESSION_SECURITY } from "../http/openapi-parts.ts";
import { clientAddress, limitMails, limitRate, limitSignIn } from "../http/rate-limit.ts";
import { requireSession } from "../http/require-session.ts";
import { router } from "../http/router.ts";
import { compose, enqueueLater } from "../mail/outbox.ts";
import { isFreeElsewhere } from "./address.ts";
import { enterToken, refuseUnderBrake, refuseUnderSharedBrake, requestLimits } from "./mailed-link.ts";

/**
 * Stores the change and mails both addresses. If an account uses the new one, its mail has no link, so that the change
 * cannot happen; the response and the mail to the old address are the same.
 */
async function beginChange(c: Context<AppEnv>, account: AccountRow, newEmail: string): Promise<void> {
  const { db, env } = { db: c.var.db, env: c.env };
  const now = Date.now();
  const { id: accountId, email: oldEmail } = account;
  const { tokens, row } = newEmailChange(accountId, oldEmail, newEmail, now);
  const { expiresAt } = row;
  const link = (token: string) => `${env.PUBLIC_ORIGIN}/auth/email#token=${token}`;
  const [toNew, toTaken, toOld] = await Promise.all([
    compose(env, {
      to: newEmail,
      accountId,
      content: { template: "email_change_new", link: link(tokens.new), expiresAt },
    }),
    compose(env, { to: newEmail, accountId, content: { template: "email_change_taken" } }),
    compose(env, {
      to: oldEmail,
      accountId,
      content: { template: "email_change_old", link: link(tokens.old), newEmail, expiresAt },
    }),
  ]);
  const limits = requestLimits(env, null);
  await refuseUnderSharedBrake(c, now);
  const isUnused = (await isFreeElsewhere(c, newEmail)) ? isFree(newEmail) : sql`0`;
  const isSent = sql`exists (select 1 from mails m where m.id = ${toOld.id})`;
  const act = { accountId, kind: "email_change_requested", device: deviceOf(c) } as const;
  const [brake, linked, noted, written] = await db.batch([
    selectBrake(db, now, limits.perHour),
    insertRequestedMail(db, toNew, now, limits, isUnused),
    insertRequestedMail(db, toTaken, now, limits, sql`not ${isUnused}`),
    insertMail(
      db,
      toOld,
      now,
      sql`exists (select 1 from mails m where m.id in (${toNew.id}, ${toTaken.id}))`,
    ),
    insertEmailChange(db, row, toOld.id),
    noteActivity(db, act, now, isSent),
  ]);
  refuseUnderBrake(brake, now);
  if (written.length === 0) {
    throw new ApiError("rate_limited", { retryAfterSeconds: LIMITS.linkMailPauseMinutes * 60 });
  }
  for (const { id } of [...linked, ...noted, ...written]) enqueueLater(c, id);
}

export const changeEmail = router();

changeEmail.openapi(
  createRoute({
    method: "post",
    path: "/change-email",
    tags: ["Sign-in"],
    operationId: "changeEmail",
    summary: "Begin to change the email address. Both mailboxes have to confirm it. Needs a fresh sign-in",
    security: SESSION_SECURITY,
    middleware: requireSession,
    request: jsonBody(EmailChange),
    responses: {
      200: response("Both addresses get an email", Message),
      default: refusal(
        "invalid_request",
        "session_required",
        "email_unverified",
        "reauthentication_required",
        "rate_limited",
        "email_paused",
      ),
    },
  }),
  async (c) => {
    if (!isFresh(c, Date.now())) throw new ApiError("reauthentication_required");
    const { email } = c.req.valid("json");
    const account = await readAccount(c.var.db, c.var.account.accountId);
    if (!account) throw new ApiError("session_required");
    if (account.emailConfirmedAt === null) throw new ApiError("email_unverified");
    if (account.email === email) {
      throw new ApiError("invalid_request", {
        details: [{ path: "email", message: SENTENCES.emailIsSame }],
      });
    }
    await limitMails(c);
    await limitSignIn(c, "change-email", account.id);
    await beginChange(c, account, email);
    return c.json({ message: SENTENCES.emailChangeSent }, 200);
  },
);

changeEmail.openapi(
  createRoute({
    method: "post",
    path: "/confirm-email",
    tags: ["Sign-in"],
    operationId: "confirmEmail",
    summary: "Confirm a change of the email address with the token from one of the two emails",
    request: jsonBody(TokenRequest),
    responses: {
      200: response("Confirmed. `changed` is true when both mailboxes have confirmed", EmailConfirmed),
      default: refusal("invalid_request", "invalid_token", "rate_limited"),
    },
  }),
  async (c) => {
    await limitRate(c.env.ADDRESS_LIMIT, `consume:${clientAddress(c)}`);
    const { token } = c.req.valid("json");
    const db = enterToken(c, token);
    const now = Date.now();
    const change = await findEmailChange(db, token, now);
    if (!change || !(await isFreeElsewhere(c, change.newEmail))) throw new ApiError("invalid_token");
    const { accountId, oldEmail } = change;
    const mailbox = mailboxHash(oldEmail, c.env.SIGNING_KEY);
    const outcome = await confirmEmailChange(db, { accountId, token, mailbox, device: deviceOf(c) }, now);
    if (!outcome) throw new ApiError("invalid_token");
    const { isChanged } = outcome;
    const message = isChanged ? SENTENCES.emailChanged : SENTENCES.emailHalfConfirmed;
    return c.json({ message, changed: isChanged }, 200);
  },
);
