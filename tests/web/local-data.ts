/** Writes the starting data of a test into the local D1. Signing in for every test would exceed the rate limit. */
import { randomBase62 } from "#store/secrets/base62.ts";
import { newId } from "#store/secrets/ids.ts";
import { sha256Hex } from "#store/secrets/sha256.ts";
import { openLocalD1, type Statements } from "../../dev/data/local-d1.ts";

const HOUR_MS = 3_600_000;
const TOKEN_CHARS = 43;
const USER_AGENT = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0";

async function run(statements: Statements): Promise<void> {
  const { batch, close } = await openLocalD1();
  await batch(statements);
  await close();
}

/** Creates a sign-in session of the account and returns its token. */
export async function tokenFor({ email }: { email: string }): Promise<string> {
  const now = Date.now();
  const token = randomBase62(TOKEN_CHARS);
  await run([
    {
      sql: `insert into sessions (hash, id, account_id, user_agent, created_at, seen_at, idle_expires_at, expires_at)
        select ?, ?, id, ?, ?, ?, ?, ? from accounts where email = ?`,
      params: [sha256Hex(token), newId("ses"), USER_AGENT, now, now, now + HOUR_MS, now + HOUR_MS, email],
    },
  ]);
  return token;
}

/** Sets the number of credits that the account has used in its period. */
export async function spendCredits({ email }: { email: string }, used: number): Promise<void> {
  await run([{ sql: "update accounts set credits_used = ? where email = ?", params: [used, email] }]);
}
