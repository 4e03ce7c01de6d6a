/**
 * The receipt of a registration: a browser with it has chosen the password that the account has. It is worth something
 * only together with the mailed link, and nothing once the password has changed.
 */
import { timingSafeEqual } from "node:crypto";
import { randomBase62 } from "#store/secrets/base62.ts";
import { keyedHashes } from "#store/secrets/keyed-hash.ts";

const PURPOSE = "platen registration";
const NONCE_CHARS = 22;

type Registration = { email: string; passwordHash: string };

/** By each key of SIGNING_KEY, newest first. */
function hashes(env: Pick<Env, "SIGNING_KEY">, nonce: string, { email, passwordHash }: Registration) {
  return keyedHashes(JSON.stringify([nonce, email, passwordHash]), PURPOSE, env.SIGNING_KEY);
}

/**
 * A new receipt. Two receipts of one registration differ, and one without a password looks the same, so that they do not
 * show who has an account.
 */
export function receiptFor(
  env: Pick<Env, "SIGNING_KEY">,
  { email, passwordHash }: { email: string; passwordHash: string | null },
): string {
  const nonce = randomBase62(NONCE_CHARS);
  const [hash] = hashes(env, nonce, { email, passwordHash: passwordHash ?? crypto.randomUUID() });
  return `${nonce}.${hash}`;
}

export function isReceiptOf(env: Pick<Env, "SIGNING_KEY">, account: Registration, receipt: string): boolean {
  const [nonce = ""] = receipt.split(".");
  const given = Buffer.from(receipt);
  return hashes(env, nonce, account).some((hash) => {
    const expected = Buffer.from(`${nonce}.${hash}`);
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}
