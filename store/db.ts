/** The database as both Workers hold it. */
import { sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";

export type Db = DrizzleD1Database;

const opened = new WeakMap<D1Database, Db>();

/** The same for every request of an isolate: it holds no connection. */
export function openDb(binding: D1Database): Db {
  const known = opened.get(binding);
  if (known) return known;
  const db = drizzle(binding);
  opened.set(binding, db);
  return db;
}

/** Rejects when the database does not answer. */
export async function ping(db: Db): Promise<void> {
  await db.run(sql`select 1`);
}
