/** The database as both Workers hold it. */
import { sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import * as schema from "./schema.ts";

export type Db = DrizzleD1Database<typeof schema>;

export function openDb(binding: D1Database): Db {
  return drizzle(binding, { schema });
}

/** Rejects when the database does not answer. */
export async function ping(db: Db): Promise<void> {
  await db.run(sql`select 1`);
}
