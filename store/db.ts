/** The database as both Workers hold it. */
import { fillPlaceholders, type Placeholder, type Query, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";

export type Db = DrizzleD1Database & { $client: D1Database };

const opened = new WeakMap<D1Database, Db>();

/** The same for every request of an isolate: it holds no connection. */
export function openDb(binding: D1Database): Db {
  const known = opened.get(binding);
  if (known) return known;
  const db = drizzle<Record<string, never>, D1Database>(binding);
  opened.set(binding, db);
  return db;
}

/** A value in a statement: itself, or its name in one that is built once and run with other values each time. */
export type Bound<T> = T | Placeholder;

/** The same for each part of `T`. */
export type AllBound<T> = { [part in keyof T]: Bound<T[part]> };

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

/** What drizzle's statements have in common once they are written. */
interface Statement {
  prepare(): { getQuery(): Query; mapResult(result: unknown, isFromBatch: boolean): unknown };
}

/** A batch whose statements are built once: writing their text each time takes 7 % of an admission (bench). */
export function preparedBatch(build: (db: Db) => readonly Statement[]) {
  const statements = prepared((db) =>
    build(db).map((statement) => {
      const query = statement.prepare();
      const { sql: text, params } = query.getQuery();
      return { query, params, text: db.$client.prepare(text) };
    }),
  );
  /** Answers the rows of each statement, as drizzle reads them; `values` by the names of the placeholders. */
  return async (db: Db, values: Record<string, unknown>): Promise<unknown[]> => {
    const batch = statements(db);
    const bound = batch.map(({ text, params }) => text.bind(...fillPlaceholders(params, values)));
    const results = await db.$client.batch(bound);
    return batch.map(({ query }, index) => query.mapResult(results[index], true));
  };
}

/** Rejects when the database does not answer. */
export async function ping(db: Db): Promise<void> {
  await db.run(sql`select 1`);
}
