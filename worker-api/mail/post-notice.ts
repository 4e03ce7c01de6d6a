/** Mails an account's owner about its use. */
import { log } from "#log/log.ts";
import { type AccountRow, readAccount } from "#store/accounts/accounts.ts";
import type { Db } from "#store/db.ts";
import { type MailEnv, type MailRequest, post } from "./outbox.ts";

type Notice = Required<Pick<MailRequest, "dedupeKey" | "content">>;

/**
 * Mails the notice if the account's address is confirmed. Never throws, because the job is admitted even if the mail
 * fails.
 */
export async function postNotice(
  env: MailEnv,
  db: Db,
  accountId: string,
  noticeFor: (account: AccountRow) => Notice,
): Promise<void> {
  try {
    const account = await readAccount(db, accountId);
    if (account?.emailConfirmedAt)
      await post(env, db, { to: account.email, accountId, ...noticeFor(account) });
  } catch (error) {
    log.error("A notice was not written.", { accountId, error });
  }
}
