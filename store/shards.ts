/**
 * The databases. Each account is in one of them with everything that it has, and what names the account names the database
 * too (secrets/shard-mark.ts), so no statement spans two. Database 0 also has what belongs to no account.
 */
import { numbered } from "#contract/numbered.ts";
import { type Db, openDb } from "./db.ts";
import { shardOfId } from "./secrets/ids.ts";

type DatabaseEnv = { readonly DB: D1Database };
export type Dbs = readonly [Db, ...Db[]];

/** All databases, by number. */
export function openDbs(env: DatabaseEnv): Dbs {
  const [first, ...others] = numbered(env, "DB");
  return [openDb(first), ...others.map((binding, index) => openDb(binding, index + 1))];
}

/**
 * The database of an id that we have made: of a row, a queue message or an event. Throws if the service does not have it,
 * because the configuration is wrong then.
 */
export function dbOfId(env: DatabaseEnv, id: string): Db {
  const db = openDbs(env)[shardOfId(id)];
  if (!db) throw new Error(`${id} is in a database that the service does not have.`);
  return db;
}
