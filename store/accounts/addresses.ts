/**
 * Email addresses over several databases. An address is looked up in all of them, which is rare. A new account first claims
 * its address in database 0: claims of one address all get the same database, whose unique index then admits one account.
 * A claim is needed only until the look-up finds the account, so it ends after an hour. With one database, nothing is claimed.
 */
import { lte } from "drizzle-orm";
import type { Db } from "../db.ts";
import { addressClaims } from "../schema.ts";
import { foldAddress } from "../secrets/mailbox.ts";
import { sha256Hex } from "../secrets/sha256.ts";
import type { Dbs } from "../shards.ts";
import { type AccountRow, findByEmail } from "./accounts.ts";

/** Far longer than a request takes from its look-up to its new account. */
const CLAIM_MS = 3_600_000;

/** The account of the address, and its database. A database that fails only matters if no other one has the account. */
export async function findInAll(dbs: Dbs, email: string): Promise<{ db: Db; account: AccountRow } | null> {
  const looked = await Promise.allSettled(dbs.map((db) => findByEmail(db, email)));
  for (const [shard, result] of looked.entries()) {
    const db = dbs[shard];
    if (db && result.status === "fulfilled" && result.value) return { db, account: result.value };
  }
  for (const result of looked) if (result.status === "rejected") throw result.reason;
  return null;
}

/**
 * The database for a new account. The same mailbox gets the same one while the weights stay, so an account that is made
 * again after its deletion finds its used credits. `weights`: the share of each database; 1 if it is not given.
 */
export function chooseShard(email: string, weights: readonly number[], count: number): number {
  const mailbox = foldAddress(email);
  // Weighted rendezvous hashing: a new database takes its share of the mailboxes, and no others move.
  const scores = Array.from({ length: count }, (_, shard) => {
    const drawn = (Number.parseInt(sha256Hex(`${shard} ${mailbox}`).slice(0, 12), 16) + 1) / (16 ** 12 + 1);
    return (weights[shard] ?? 1) / -Math.log(drawn);
  });
  return scores.indexOf(Math.max(...scores));
}

/**
 * Claims the address for an account in database `shard`, and returns the database where its account must be: that of an
 * earlier claim, if there is one. Look the address up in all databases before. `db`: database 0.
 */
export async function claimAddress(db: Db, email: string, shard: number, now: number): Promise<number> {
  const [claim] = await db
    .insert(addressClaims)
    .values({ address: sha256Hex(email), shard, claimedAt: now })
    .onConflictDoUpdate({ target: addressClaims.address, set: { claimedAt: now } })
    .returning({ shard: addressClaims.shard });
  return claim?.shard ?? shard;
}

export async function forgetOldClaims(db: Db, now: number): Promise<void> {
  await db.delete(addressClaims).where(lte(addressClaims.claimedAt, now - CLAIM_MS));
}
