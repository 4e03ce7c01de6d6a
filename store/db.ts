/** The database as both Workers hold it. */
import { sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";

export type Db = DrizzleD1Database;

export function openDb(binding: D1Database): Db {
  return drizzle(binding);
}

/** Rejects when the database does not answer. */
export async function ping(db: Db): Promise<void> {
  await db.run(sql`select 1`);
}
