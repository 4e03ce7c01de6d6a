/** Prefixed random ids: 128 bits, base62, as `job_…`. */

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LENGTH = 22;

export type IdPrefix = "acc" | "ses" | "key" | "pub" | "job" | "mail" | "req" | "lease";

/** A new id. Bytes past the largest multiple of 62 are dropped, so that every character is equally likely. */
export function newId(prefix: IdPrefix): string {
  let id = "";
  while (id.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH * 2))) {
      if (byte < 248 && id.length < LENGTH) id += ALPHABET[byte % 62];
    }
  }
  return `${prefix}_${id}`;
}
