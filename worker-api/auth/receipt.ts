/**
 * The receipt of a registration: a browser with it has chosen the password that the account has. It is worth something
 * only together with the mailed link, and nothing once the password has changed.
 */
import { timingSafeEqual } from "node:crypto";
import { randomBase62 } from "#store/secrets/base62.ts";
import { keyedHash } from "#store/secrets/keyed-hash.ts";

const PURPOSE = "platen registration";
const NONCE_CHARS = 22;

type Registration = { email: string; passwordHash: string };

function sign(env: Pick<Env, "SIGNING_KEY">, nonce: string, { email, passwordHash }: Registration): string {
  return `${nonce}.${keyedHash(JSON.stringify([nonce, email, passwordHash]), PURPOSE, env.SIGNING_KEY)}`;
}

/**
 * A new receipt. Two receipts of one registration differ, and one without a password looks the same, so that they do not
 * show who has an account.
 */
export function receiptFor(
  env: Pick<Env, "SIGNING_KEY">,
  { email, passwordHash }: { email: string; passwordHash: string | null },
): string {
  return sign(env, randomBase62(NONCE_CHARS), { email, passwordHash: passwordHash ?? crypto.randomUUID() });
}

export function isReceiptOf(env: Pick<Env, "SIGNING_KEY">, account: Registration, receipt: string): boolean {
  const [nonce = ""] = receipt.split(".");
  const expected = Buffer.from(sign(env, nonce, account));
  const given = Buffer.from(receipt);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
