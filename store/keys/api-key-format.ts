/** Format of keys: how they are created, recognised and hashed. The Workers and the local tools share it. */
import type { KeyMode } from "#contract/api-keys.ts";
import { randomBase62 } from "../secrets/base62.ts";
import { ID_LENGTH } from "../secrets/ids.ts";
import { seal, unseal } from "../secrets/sealing.ts";
import { sha256Hex } from "../secrets/sha256.ts";
import { markedText, shardOf } from "../secrets/shard-mark.ts";

const PRIVATE_PREFIXES = { live: "sk_live_", test: "sk_test_" } as const satisfies Record<KeyMode, string>;
const PUBLIC_PREFIX = "pk_live_";
/** 256 bits. */
const SECRET_CHARS = 43;
const PUBLIC_CHARS = 32;
const CHECKSUM_DIGITS = 6;
/** Characters of the row's id with which a list shows a key. They are no part of the secret. */
const BEGINNING_CHARS = 8;

/**
 * Prefix, id of the row without its prefix, secret, checksum. Without separators, so that a double click selects the
 * key.
 */
const PRIVATE_KEY = new RegExp(
  `^(sk_(live|test)_([0-9A-Za-z]{${ID_LENGTH},${ID_LENGTH + 1}})[0-9A-Za-z]{${SECRET_CHARS}})([0-9a-f]{${CHECKSUM_DIGITS}})$`,
);

const PUBLIC_KEY = new RegExp(`^${PUBLIC_PREFIX}[0-9A-Za-z]{${PUBLIC_CHARS},${PUBLIC_CHARS + 1}}$`);

function checksum(text: string): string {
  return sha256Hex(text).slice(0, CHECKSUM_DIGITS);
}

export interface PresentedKey {
  /** The row's id. */
  id: string;
  /** SHA-256 of the whole key, hex. */
  hash: string;
  /** Whether it is a test key. The hash covers the prefix, so a valid key proves its mode. */
  test: boolean;
}

/** A new private key whose text is shown once, with the columns of its row in `api_keys` of database `shard`. */
export function newNamedKey(mode: KeyMode, shard = 0): { key: string; row: PresentedKey } {
  const keyId = markedText(ID_LENGTH, shard);
  const body = `${PRIVATE_PREFIXES[mode]}${keyId}${randomBase62(SECRET_CHARS)}`;
  const key = body + checksum(body);
  return { key, row: { id: `key_${keyId}`, hash: sha256Hex(key), test: mode === "test" } };
}

/** A new default key of an account, which its owner can read again. */
export async function newApiKey(
  sealingKey: string,
  shard = 0,
): Promise<{ key: string; row: PresentedKey & { sealed: string } }> {
  const { key, row } = newNamedKey("live", shard);
  return { key, row: { ...row, sealed: await seal(key, row.id, sealingKey) } };
}

/** The first characters of the key, by which its owner recognises it. */
export function keyBeginning({ id, test }: Pick<PresentedKey, "id" | "test">): string {
  return `${PRIVATE_PREFIXES[test ? "test" : "live"]}${id.slice("key_".length).slice(0, BEGINNING_CHARS)}…`;
}

/**
 * Id and hash of a presented key; null for a malformed key, whose checksum finds typing errors without a query. A plain
 * SHA-256 is enough, because 256 random bits cannot be guessed.
 */
export function readApiKey(text: string): PresentedKey | null {
  const [, body, mode, keyId, sum] = PRIVATE_KEY.exec(text) ?? [];
  if (body === undefined || checksum(body) !== sum) return null;
  return { id: `key_${keyId}`, hash: sha256Hex(text), test: mode === "test" };
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
export function newPublicKey(shard = 0): string {
  return `${PUBLIC_PREFIX}${markedText(PUBLIC_CHARS, shard)}`;
}

/** The database of a public key's row. */
export function shardOfPublicKey(text: string): number {
  return shardOf(text.slice(PUBLIC_PREFIX.length), PUBLIC_CHARS);
}
