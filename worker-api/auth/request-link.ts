/** Requests of a mailed link: to sign in, or to set a new password. */
import type { Context } from "hono";
import type { TurnstileAction } from "#contract/turnstile.ts";
import type { AppEnv } from "../http/app-env.ts";
import { refusal } from "../http/openapi-parts.ts";
import { limitMails } from "../http/rate-limit.ts";
import { enterAccount } from "./address.ts";
import { mailLink, mailUnknownAddress } from "./mailed-link.ts";
import { requireHuman } from "./turnstile.ts";

export const LINK_REFUSALS = refusal(
  "invalid_request",
  "turnstile_failed",
  "rate_limited",
  "email_paused",
  "unavailable",
);

interface LinkForm {
  /** The form of the request. */
  action: TurnstileAction;
  template: "magic_link" | "reset";
}

/** Mails the account of the address a link, or the address that it has no account. The response is the same for both. */
export async function requestLink(
  c: Context<AppEnv>,
  { action, template }: LinkForm,
  request: { email: string; turnstile_token?: string | undefined },
): Promise<void> {
  const { email } = request;
  await limitMails(c);
  await requireHuman(c, action, request);
  const account = await enterAccount(c, email);
  if (account) await mailLink(c, account, template);
  else await mailUnknownAddress(c, email);
}
