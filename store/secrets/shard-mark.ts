/**
 * Which database has the row of an id, a key or a token. Texts of database 0 have no mark. Texts of another database are one
 * character longer: the character after the prefix is the database's number, as a digit in base 62.
 */
import { ALPHABET, randomBase62 } from "./base62.ts";

/** Databases that a mark can name, with database 0. */
export const MAX_SHARDS = ALPHABET.length;

/** Random text that names the database, with `length` random characters. */
export function markedText(length: number, shard: number): string {
  return (shard === 0 ? "" : ALPHABET.charAt(shard)) + randomBase62(length);
}

/**
 * The database that a text names. `length`: of a text without a mark. Text of another form has no row anywhere, and is
 * looked up in database 0.
 */
export function shardOf(text: string, length: number): number {
  return text.length === length + 1 ? Math.max(0, ALPHABET.indexOf(text.charAt(0))) : 0;
}
