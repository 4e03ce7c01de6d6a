/** Prefixed random ids: 128 bits, base62, as `job_…`. */
import { markedText, shardOf } from "./shard-mark.ts";

export const ID_LENGTH = 22;

export type IdPrefix =
  | "acc"
  | "ses"
  | "key"
  | "pub"
  | "job"
  | "mail"
  | "req"
  | "lease"
  | "act"
  | "op"
  | "psk";

/** `shard`: the database of the row. Ids that only come with those of their account do not have to name it. */
export function newId(prefix: IdPrefix, shard = 0): string {
  return `${prefix}_${markedText(ID_LENGTH, shard)}`;
}

/** The database of the row with this id. */
export function shardOfId(id: string): number {
  return shardOf(id.slice(id.indexOf("_") + 1), ID_LENGTH);
}
