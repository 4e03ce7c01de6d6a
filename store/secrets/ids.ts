/** Prefixed random ids: 128 bits, base62, as `job_…`. */
import { randomBase62 } from "./base62.ts";

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

export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomBase62(ID_LENGTH)}`;
}
