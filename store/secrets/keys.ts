/**
 * A secret with keys in base64: the newest first, then older ones, with spaces between them. The newest key encrypts
 * and signs, and every key decrypts and verifies. So a key can be replaced while older texts are in use.
 */
import { Buffer } from "node:buffer";
import { createHmac, hkdfSync } from "node:crypto";

export interface Key {
  /** Names the key in the texts that it encrypted or signed. Reveals nothing about the key. */
  id: string;
  bytes: Uint8Array<ArrayBuffer>;
}

type Keys = readonly [newest: Key, ...older: Key[]];

const DERIVED_BYTES = 32;
const ID_CHARS = 8;
const known = new Map<string, Keys>();

/** The hash of the text with a key that is derived from `bytes` for this purpose only. */
export function deriveHash(text: string, purpose: string, bytes: Uint8Array): Buffer {
  const derived = hkdfSync("sha256", bytes, "", purpose, DERIVED_BYTES);
  return createHmac("sha256", Buffer.from(derived)).update(text).digest();
}

function parse(secret: string): Keys {
  const [newest, ...older] = secret
    .trim()
    .split(/\s+/)
    .map((base64) => {
      const bytes = Buffer.from(base64, "base64");
      if (bytes.length === 0) throw new Error("A secret with keys has none. Keys are in base64.");
      return { bytes, id: deriveHash("", "platen key id", bytes).toString("hex").slice(0, ID_CHARS) };
    });
  if (newest === undefined) throw new Error("A secret with keys is empty.");
  return [newest, ...older];
}

/** The keys of a secret, newest first. */
export function readKeys(secret: string): Keys {
  const keys = known.get(secret) ?? parse(secret);
  known.set(secret, keys);
  return keys;
}

/** The key that a text names. Throws when the secret does not have it. */
export function keyNamed(id: string | undefined, secret: string): Key {
  const key = readKeys(secret).find((one) => one.id === id);
  if (key === undefined) throw new Error("None of the keys made this text.");
  return key;
}
