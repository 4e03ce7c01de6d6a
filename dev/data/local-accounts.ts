/** Verified accounts in the local D1: the rows that a registration makes, without mail and payment. */
import { PERIOD_DAYS, PLANS, type Tier } from "#contract/plans.ts";
import { newApiKey, newPublicKey } from "#store/keys/api-key-format.ts";
import { accounts, apiKeys, publicKeys } from "#store/schema.ts";
import { randomBase62 } from "#store/secrets/base62.ts";
import { newId } from "#store/secrets/ids.ts";
import { hashPassword } from "#store/secrets/password.ts";
import { insertRows } from "./insert-rows.ts";
import { type Batch, openLocalD1 } from "./local-d1.ts";
import { localSecrets } from "./secrets.ts";

export interface LocalAccount {
  email: string;
  password: string;
  apiKey: string;
  publicKey: string;
}

/** Accounts stored in one batch: about 700 kB of parameters. */
const CHUNK = 2_000;
const DAY_MS = 86_400_000;
const LOCAL_DOMAINS = ["localhost:*", "127.0.0.1:*"];

interface Wanted {
  count: number;
  tier: Tier;
  /** Random by default. With an address, make one account only: an older account loses the address. */
  email?: string | undefined;
  /** The number of the database; 0 by default. */
  database?: number | undefined;
}

async function newRows(
  email: string,
  { tier, database = 0 }: Wanted,
  passwordHash: string,
  sealingKey: string,
) {
  const now = Date.now();
  const accountId = newId("acc", database);
  const privateKey = await newApiKey(sealingKey, database);
  const publicKey = newPublicKey(database);
  return {
    keys: { apiKey: privateKey.key, publicKey },
    account: {
      id: accountId,
      email,
      emailConfirmedAt: now,
      passwordHash,
      tier,
      monthlyCredits: PLANS[tier].creditsPerMonth,
      periodStart: now,
      periodEnd: now + PERIOD_DAYS * DAY_MS,
      createdAt: now,
    },
    apiKey: { ...privateKey.row, accountId, createdAt: now },
    publicKey: {
      id: newId("pub"),
      accountId,
      name: "Local pages",
      key: publicKey,
      authorizedDomains: LOCAL_DOMAINS,
      createdAt: now,
    },
  };
}

/** `createAccounts` on a database that is open. */
async function* addAccounts(batch: Batch, wanted: Wanted): AsyncGenerator<LocalAccount[]> {
  const { count, email } = wanted;
  const sealingKey = localSecrets().SEALING_KEY;
  const password = randomBase62(16);
  const passwordHash = await hashPassword(password);
  for (let made = 0; made < count; made += CHUNK) {
    const emails = Array.from(
      { length: Math.min(CHUNK, count - made) },
      () => email ?? `${randomBase62(12).toLowerCase()}@example.com`,
    );
    const rows = await Promise.all(emails.map((to) => newRows(to, wanted, passwordHash, sealingKey)));
    await batch([
      ...(email ? [{ sql: "update accounts set email = id where email = ?", params: [email] }] : []),
      insertRows(
        accounts,
        rows.map((row) => row.account),
      ),
      insertRows(
        apiKeys,
        rows.map((row) => row.apiKey),
      ),
      insertRows(
        publicKeys,
        rows.map((row) => row.publicKey),
      ),
    ]);
    yield rows.map((row) => ({ email: row.account.email, password, ...row.keys }));
  }
}

/** Makes the accounts and yields each group once it is stored. All share one password, because a hash is slow on purpose. */
export async function* createAccounts(wanted: Wanted): AsyncGenerator<LocalAccount[]> {
  const { batch, close } = await openLocalD1(wanted.database);
  try {
    yield* addAccounts(batch, wanted);
  } finally {
    await close();
  }
}

/** One account. */
export async function createAccount(wanted: Omit<Wanted, "count">, batch?: Batch): Promise<LocalAccount> {
  const one = { ...wanted, count: 1 };
  for await (const [account] of batch ? addAccounts(batch, one) : createAccounts(one)) {
    if (account) return account;
  }
  throw new Error("The account was not stored.");
}
