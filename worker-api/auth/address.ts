/** Puts the database of an address on the context. */
import type { Context } from "hono";
import { z } from "zod";
import type { AccountRow } from "#store/accounts/accounts.ts";
import { chooseShard, claimAddress, findInAll } from "#store/accounts/addresses.ts";
import type { AppEnv } from "../http/app-env.ts";
import { enterShard } from "../http/shard.ts";

/** One number for each database, with spaces between them. */
const Weights = z
  .string()
  .transform((text) =>
    text
      .split(/\s+/)
      .filter((word) => word !== "")
      .map(Number),
  )
  .pipe(z.array(z.number().nonnegative()));

/** Finds the account of the address, and continues in its database. */
export async function enterAccount(c: Context<AppEnv>, email: string): Promise<AccountRow | null> {
  const found = await findInAll(c.var.dbs, email);
  if (!found) return null;
  c.set("db", found.db);
  return found.account;
}

/** Continues in the database where a new account of the address is made. Call it when no account has the address. */
export async function enterHome(c: Context<AppEnv>, email: string): Promise<void> {
  const { dbs } = c.var;
  if (dbs.length === 1) return;
  const chosen = chooseShard(email, Weights.parse(c.env.DATABASE_WEIGHTS), dbs.length);
  const home = await claimAddress(dbs[0], email, chosen, Date.now());
  if (!enterShard(c, home)) throw new Error(`An address is claimed for database ${home}, which is missing.`);
}

/** Whether no account of another database uses the address, or will. A later claim is for this database too. */
export async function isFreeElsewhere(c: Context<AppEnv>, email: string): Promise<boolean> {
  const { db, dbs } = c.var;
  if (dbs.length === 1) return true;
  const found = await findInAll(dbs, email);
  if (found && found.db !== db) return false;
  return (await claimAddress(dbs[0], email, db.shard, Date.now())) === db.shard;
}
