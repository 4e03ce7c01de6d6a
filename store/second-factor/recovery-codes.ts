/** Recovery codes: each replaces a second factor once. D1 holds only their SHA-256. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { LIMITS } from "#contract/limits.ts";
import type { Db } from "../db.ts";
import { recoveryCodes } from "../schema.ts";
import { sha256Hex } from "../secrets/sha256.ts";
import { hasSecondFactor } from "./has-factor.ts";

/** Crockford's Base32: no letter looks like a digit. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** 80 bits, so that a plain hash cannot be reversed by trying all codes. */
const CODE_CHARS = 16;
const GROUP = /.{4}(?=.)/g;

function newCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(CODE_CHARS));
  return [...bytes].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join("");
}

/** Bound to the account. Capitals, hyphens and spaces in a typed code do not matter. */
function hashOf(accountId: string, code: string): string {
  return sha256Hex(`${accountId}:${code.toLowerCase().replaceAll(/[\s-]/g, "")}`);
}

/** New codes as their owner sees them (`abcd-efgh-jkmn-pqrs`), and their hashes. */
export function newRecoveryCodes(accountId: string): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: LIMITS.recoveryCodes }, () => newCode().replaceAll(GROUP, "$&-"));
  return { codes, hashes: codes.map((code) => hashOf(accountId, code)) };
}

/** Statement that stores the codes if `when` is true, and returns them. */
export function insertRecoveryCodes(
  db: Db,
  accountId: string,
  hashes: readonly string[],
  now: number,
  when: SQL,
) {
  return db
    .insert(recoveryCodes)
    .select(sql`select value, ${accountId}, ${now} from json_each(${JSON.stringify(hashes)}) where ${when}`)
    .returning({ hash: recoveryCodes.hash });
}

/** Statements that replace the codes of an account with a second factor. The last one returns the new codes. */
export function replaceRecoveryCodes(db: Db, accountId: string, hashes: readonly string[], now: number) {
  return [
    db.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId)),
    insertRecoveryCodes(db, accountId, hashes, now, hasSecondFactor(accountId)),
  ] as const;
}

/** Uses up the code. False if the account has no such code. */
export async function consumeRecoveryCode(db: Db, accountId: string, code: string): Promise<boolean> {
  const used = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.accountId, accountId), eq(recoveryCodes.hash, hashOf(accountId, code))))
    .returning({ hash: recoveryCodes.hash });
  return used.length > 0;
}
