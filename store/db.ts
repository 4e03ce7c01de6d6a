/** The database as both Workers hold it. */
import { type Placeholder, sql } from "drizzle-orm";
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

/** A value in a statement: itself, or its name in one that is built once and run with other values each time. */
export type Bound<T> = T | Placeholder;

/** A statement that is built once for each database. */
export function prepared<T>(build: (db: Db) => T): (db: Db) => T {
  const built = new WeakMap<Db, T>();
  return (db) => {
    const known = built.get(db);
    if (known !== undefined) return known;
    const statement = build(db);
    built.set(db, statement);
    return statement;
  };
}

/** Rejects when the database does not answer. */
export async function ping(db: Db): Promise<void> {
  await db.run(sql`select 1`);
}
