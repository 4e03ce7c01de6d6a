/** Mailed links. Each opens a page of ours with the token in the URL's fragment, which no server and no log sees. */
import type { Context } from "hono";
import { disown } from "#store/accounts/accounts.ts";
import {
  insertToken,
  type MailedToken,
  newMailedToken,
  type TokenPurpose,
} from "#store/mail/mailed-tokens.ts";
import { insertMail } from "#store/mail/mails.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import { compose, enqueueLater } from "../mail/outbox.ts";
import type { MailContent } from "../mail/templates.ts";

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

/**
 * Templates of mails that anyone can request for any address. They share one limit, so that it does not reveal whether
 * the address has an account.
 */
export const LIMITED = [
  "verify",
  "magic_link",
  "reset",
  "account_exists",
  "account_unverified",
  "no_account",
] as const satisfies MailContent["template"][];

const HOUR_SECONDS = 3_600;

/** Uses PUBLIC_ORIGIN, never the Host header, which the client chooses. */
function linkTo(env: Pick<Env, "PUBLIC_ORIGIN">, { purpose, token }: MailedToken): string {
  return `${env.PUBLIC_ORIGIN}/auth/${PAGES[purpose]}#token=${token}`;
}

export function tooManyMails(): ApiError {
  return new ApiError("rate_limited", {
    message:
      "We have sent several emails to this address in the last hour. Please use the link in the most recent one.",
    retryAfterSeconds: HOUR_SECONDS,
  });
}

/** A new token and the mail that carries its link. The caller stores both. */
export async function composeLink(
  env: Pick<Env, "SEALING_KEY" | "PUBLIC_ORIGIN">,
  account: { id: string; email: string },
  template: LinkTemplate,
  now: number,
) {
  const token = await newMailedToken(PURPOSES[template], now);
  const content = { template, link: linkTo(env, token), expiresAt: token.expiresAt };
  return { token, mail: await compose(env, { to: account.email, accountId: account.id, content }) };
}

/**
 * Mails the account a link. Throws `rate_limited` when its address got too many mails. `account_unverified` revokes the
 * password and earlier verification links (`disown`) even then.
 */
export async function mailLink(
  c: Context<AppEnv>,
  account: { id: string; email: string },
  template: LinkTemplate,
): Promise<void> {
  const now = Date.now();
  const { token, mail } = await composeLink(c.env, account, template, now);
  const [written] = await c.var.db.batch([
    insertMail(c.var.db, mail, now, LIMITED),
    insertToken(c.var.db, token, account.id, mail.id),
    ...(template === "account_unverified" ? disown(c.var.db, account.id) : []),
  ]);
  if (written.length === 0) throw tooManyMails();
  enqueueLater(c, mail.id);
}

/**
 * Mails an address that it has no account. The work and the limit are those of `mailLink`, so that neither reveals who
 * has an account.
 */
export async function mailUnknownAddress(c: Context<AppEnv>, email: string): Promise<void> {
  const content: MailContent = { template: "no_account", link: `${c.env.PUBLIC_ORIGIN}/auth?tab=register` };
  const mail = await compose(c.env, { to: email, accountId: null, content });
  const [written] = await insertMail(c.var.db, mail, Date.now(), LIMITED);
  if (!written) throw tooManyMails();
  enqueueLater(c, mail.id);
}
