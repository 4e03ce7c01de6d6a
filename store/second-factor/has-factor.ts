/** Conditions on the second factor of an account, for statements that depend on it. */
import { type SQL, sql } from "drizzle-orm";

/** Condition: the account has a second factor. */
export function hasSecondFactor(accountId: string | SQL) {
  return sql`(exists (select 1 from totp_secrets f where f.account_id = ${accountId} and f.confirmed_at is not null)
    or exists (select 1 from passkeys f where f.account_id = ${accountId}))`;
}

/** Condition: the account may have a second factor. Before its address is confirmed, a stranger may have registered it. */
export function mayHaveFactor(accountId: string) {
  return sql`exists (select 1 from accounts a where a.id = ${accountId} and a.email_confirmed_at is not null
    and a.deleting_at is null)`;
}
