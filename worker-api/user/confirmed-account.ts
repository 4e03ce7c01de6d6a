/** The account of the session. */
import type { Context } from "hono";
import { type AccountRow, readAccount } from "#store/accounts/accounts.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";

/** Throws `email_unverified` until the account's address is confirmed. */
export async function confirmedAccount(c: Context<AppEnv>): Promise<AccountRow> {
  const account = await readAccount(c.var.db, c.var.account.accountId);
  if (!account) throw new ApiError("session_required");
  if (account.emailConfirmedAt === null) throw new ApiError("email_unverified");
  return account;
}
