/** Mailed links. Each opens a page of ours with the token in the URL's fragment, which no server and no log sees. */
import type { Context } from "hono";
import { z } from "zod";
import { log } from "#log/log.ts";
import { disown } from "#store/accounts/accounts.ts";
import type { Db } from "#store/db.ts";
import {
  insertToken,
  type MailedToken,
  newMailedToken,
  type TokenPurpose,
} from "#store/mail/mailed-tokens.ts";
import {
  BRAKE_MS,
  insertRequestedMail,
  type RequestLimits,
  requestedTimes,
  selectBrake,
} from "#store/mail/requested-mails.ts";
import { shardOfId } from "#store/secrets/ids.ts";
import { shardOfToken } from "#store/secrets/tokens.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import { Recent } from "../http/recent.ts";
import { enterShard } from "../http/shard.ts";
import type { MailContent } from "../mail/content.ts";
import { compose, enqueueLater } from "../mail/outbox.ts";

const PAGES = { verify: "verify", magic_link: "magic", reset: "reset" } as const satisfies Record<
  TokenPurpose,
  string
>;

/** Templates of mails with a token, and what the token is for. */
const PURPOSES = {
  verify: "verify",
  magic_link: "magic_link",
  reset: "reset",
  account_exists: "magic_link",
  account_unverified: "magic_link",
} as const satisfies Partial<Record<MailContent["template"], TokenPurpose>>;
type LinkTemplate = keyof typeof PURPOSES;

const PerHour = z.coerce.number().int().positive();

/** The refusal is logged once a minute in each isolate: the event is the operator's alarm, not a count. */
const logged = new Recent<true>();

/** The limits of a requested mail with this template; null for one without a token of `mailed_tokens`. */
export function requestLimits(
  env: Pick<Env, "MAILS_PER_HOUR">,
  template: LinkTemplate | null,
): RequestLimits {
  return {
    perHour: PerHour.parse(env.MAILS_PER_HOUR),
    purpose: template && PURPOSES[template],
  };
}

/**
 * Throws `email_paused` if the brake is on: `rows` are those of `selectBrake`. Call it before looking at what was
 * written, so that the response does not depend on the address.
 */
export function refuseUnderBrake(rows: { since: number }[], now: number): void {
  const [brake] = rows;
  if (!brake) return;
  if (!logged.get("brake", now)) {
    logged.set("brake", true, now);
    log.error("More mails were requested within an hour than MAILS_PER_HOUR.", { event: "mail_brake" });
  }
  throw new ApiError("email_paused", {
    retryAfterSeconds: Math.max(1, Math.ceil((brake.since + BRAKE_MS - now) / 1_000)),
  });
}

/**
 * The same for the databases of a larger service together, because a mail to an address without an account is in another one
 * than most mails. With one database, the batch that stores the mail reads the brake.
 */
export async function refuseUnderSharedBrake(c: Context<AppEnv>, now: number): Promise<void> {
  const { dbs } = c.var;
  if (dbs.length === 1) return;
  const { perHour } = requestLimits(c.env, null);
  const times = await Promise.all(dbs.map((db) => requestedTimes(db, now, perHour)));
  const since = times.flat().sort((a, b) => b - a)[perHour - 1];
  refuseUnderBrake(since === undefined ? [] : [{ since }], now);
}

/** The database of a mailed token, in which the request continues. Throws `invalid_token`. */
export function enterToken(c: Context<AppEnv>, token: string): Db {
  if (!enterShard(c, shardOfToken(token))) throw new ApiError("invalid_token");
  return c.var.db;
}

/** Uses PUBLIC_ORIGIN, never the Host header, which the client chooses. */
function linkTo(env: Pick<Env, "PUBLIC_ORIGIN">, { purpose, token }: MailedToken): string {
  return `${env.PUBLIC_ORIGIN}/auth/${PAGES[purpose]}#token=${token}`;
}

/** A new token and the mail that carries its link. The caller stores both. */
export async function composeLink(
  env: Pick<Env, "SEALING_KEY" | "PUBLIC_ORIGIN">,
  account: { id: string; email: string },
  template: LinkTemplate,
  now: number,
) {
  const token = await newMailedToken(PURPOSES[template], now, shardOfId(account.id));
  const content = { template, link: linkTo(env, token), expiresAt: token.expiresAt };
  return { token, mail: await compose(env, { to: account.email, accountId: account.id, content }) };
}

/**
 * Mails the account a link, unless the last one of this kind was sent moments ago and still works. `account_unverified`
 * revokes the password and earlier verification links (`disown`) in any case. Throws `email_paused`.
 */
export async function mailLink(
  c: Context<AppEnv>,
  account: { id: string; email: string },
  template: LinkTemplate,
): Promise<void> {
  const now = Date.now();
  const { db } = c.var;
  await refuseUnderSharedBrake(c, now);
  const limits = requestLimits(c.env, template);
  const { token, mail } = await composeLink(c.env, account, template, now);
  const [brake, written] = await db.batch([
    selectBrake(db, now, limits.perHour),
    insertRequestedMail(db, mail, now, limits),
    insertToken(db, token, account.id, mail.id),
    ...(template === "account_unverified" ? disown(db, account.id) : []),
  ]);
  refuseUnderBrake(brake, now);
  if (written.length > 0) enqueueLater(c, mail.id);
}

/**
 * Mails an address that it has no account. The work and the limits are those of `mailLink`, so that neither reveals who
 * has an account.
 */
export async function mailUnknownAddress(c: Context<AppEnv>, email: string): Promise<void> {
  const now = Date.now();
  const { db } = c.var;
  await refuseUnderSharedBrake(c, now);
  const limits = requestLimits(c.env, null);
  const content: MailContent = { template: "no_account", link: `${c.env.PUBLIC_ORIGIN}/auth?tab=register` };
  const mail = await compose(c.env, { to: email, accountId: null, content });
  const [brake, written] = await db.batch([
    selectBrake(db, now, limits.perHour),
    insertRequestedMail(db, mail, now, limits),
  ]);
  refuseUnderBrake(brake, now);
  if (written.length > 0) enqueueLater(c, mail.id);
}
