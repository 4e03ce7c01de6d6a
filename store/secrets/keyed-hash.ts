/** Hashes of texts that could be guessed from a plain hash. */
import { Buffer } from "node:buffer";
import { createHmac, hkdfSync } from "node:crypto";

const KEY_BYTES = 32;

/** HMAC of the text as hex, with a key that is derived from `key` (base64) for this purpose only. */
export function keyedHash(text: string, purpose: string, key: string): string {
  const derived = hkdfSync("sha256", Buffer.from(key, "base64"), "", purpose, KEY_BYTES);
  return createHmac("sha256", Buffer.from(derived)).update(text).digest("hex");
}
