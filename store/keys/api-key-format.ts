/** Format of keys: how they are created, recognised and hashed. The Workers and the local tools share it. */
import { randomBase62 } from "../secrets/base62.ts";
import { ID_LENGTH } from "../secrets/ids.ts";
import { seal, unseal } from "../secrets/sealing.ts";
import { sha256Hex } from "../secrets/sha256.ts";

const PRIVATE_PREFIX = "sk_live_";
const PUBLIC_PREFIX = "pk_live_";
/** 256 bits. */
const SECRET_CHARS = 43;
const PUBLIC_CHARS = 32;
const CHECKSUM_DIGITS = 6;

/**
 * Prefix, id of the row without its prefix, secret, checksum. Without separators, so that a double click selects the
 * key.
 */
const PRIVATE_KEY = new RegExp(
  `^(${PRIVATE_PREFIX}([0-9A-Za-z]{${ID_LENGTH}})[0-9A-Za-z]{${SECRET_CHARS}})([0-9a-f]{${CHECKSUM_DIGITS}})$`,
);

const PUBLIC_KEY = new RegExp(`^${PUBLIC_PREFIX}[0-9A-Za-z]{${PUBLIC_CHARS}}$`);

function checksum(text: string): string {
  return sha256Hex(text).slice(0, CHECKSUM_DIGITS);
}

/** A new private key, with the columns of its row in `api_keys`. */
export async function newApiKey(
  sealingKey: string,
): Promise<{ key: string; row: { id: string; hash: string; sealed: string } }> {
  const keyId = randomBase62(ID_LENGTH);
  const body = `${PRIVATE_PREFIX}${keyId}${randomBase62(SECRET_CHARS)}`;
  const key = body + checksum(body);
  const id = `key_${keyId}`;
  return { key, row: { id, hash: sha256Hex(key), sealed: await seal(key, id, sealingKey) } };
}

export interface PresentedKey {
  /** The row's id. */
  id: string;
  /** SHA-256 of the whole key, hex. */
  hash: string;
}

/**
 * Id and hash of a presented key; null for a malformed key, whose checksum finds typing errors without a query. A plain
 * SHA-256 is enough, because 256 random bits cannot be guessed.
 */
export function readApiKey(text: string): PresentedKey | null {
  const [, body, keyId, sum] = PRIVATE_KEY.exec(text) ?? [];
  if (body === undefined || checksum(body) !== sum) return null;
  return { id: `key_${keyId}`, hash: sha256Hex(text) };
}

/** Decrypts the key for its owner. Throws when the row was changed or SEALING_KEY is a different one. */
export function openApiKey(row: { id: string; sealed: string }, sealingKey: string): Promise<string> {
  return unseal(row.sealed, row.id, sealingKey);
}

/** Whether the text has the form of a public key. */
export function isPublicKey(text: string): boolean {
  return PUBLIC_KEY.test(text);
}

/** A new public key. It is not a secret, because web pages contain it. */
export function newPublicKey(): string {
  return `${PUBLIC_PREFIX}${randomBase62(PUBLIC_CHARS)}`;
}
