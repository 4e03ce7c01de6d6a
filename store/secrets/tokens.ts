/** Bearer tokens of 256 bits: sessions, mailed links, pending sign-ins. D1 holds only their SHA-256. */
import { sha256Hex } from "./sha256.ts";
import { markedText, shardOf } from "./shard-mark.ts";

const TOKEN_CHARS = 43;
const TOKEN = new RegExp(`^[0-9A-Za-z]{${TOKEN_CHARS},${TOKEN_CHARS + 1}}$`);

/** `shard`: the database of the token's row. */
export function newToken(shard = 0): { token: string; hash: string } {
  const token = markedText(TOKEN_CHARS, shard);
  return { token, hash: sha256Hex(token) };
}

/** The database of the token's row. */
export function shardOfToken(token: string): number {
  return shardOf(token, TOKEN_CHARS);
}

/** Whether the text has the form of a token. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}
