/** Opens D1 for both Workers, and prepares statements that run on every request. */
import { fillPlaceholders, type Placeholder, type Query, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";

/** `shard`: its number among the databases (shards.ts). */
export type Db = DrizzleD1Database & { $client: D1Database; readonly shard: number };

const opened = new WeakMap<D1Database, Db>();

/** Returns one object for all requests of an isolate: it holds no connection. */
export function openDb(binding: D1Database, shard = 0): Db {
  const known = opened.get(binding);
  if (known) return known;
  const db = Object.assign(drizzle<Record<string, never>, D1Database>(binding), { shard });
  opened.set(binding, db);
  return db;
}

/** A value in a statement: the value itself, or a placeholder of a prepared statement. */
export type Bound<T> = T | Placeholder;

/** `T` with every field as `Bound`. */
export type AllBound<T> = { [part in keyof T]: Bound<T[part]> };

/** Builds a statement once for each database and reuses it. */
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

/** The part of drizzle's statements that `preparedBatch` needs. */
interface Statement {
  prepare(): { getQuery(): Query; mapResult(result: unknown, isFromBatch: boolean): unknown };
}

/** A batch whose statements are built once: building their SQL on each call takes 7 % of an admission (bench). */
export function preparedBatch(build: (db: Db) => readonly Statement[]) {
  const statements = prepared((db) =>
    build(db).map((statement) => {
      const query = statement.prepare();
      const { sql: text, params } = query.getQuery();
      return { query, params, text: db.$client.prepare(text) };
    }),
  );
  /** Returns the rows of each statement, as drizzle maps them. `values` are keyed by the placeholders' names. */
  return async (db: Db, values: Record<string, unknown>): Promise<unknown[]> => {
    const batch = statements(db);
    const bound = batch.map(({ text, params }) => text.bind(...fillPlaceholders(params, values)));
    const results = await db.$client.batch(bound);
    return batch.map(({ query }, index) => query.mapResult(results[index], true));
  };
}

/** Rejects when one of the databases does not respond. */
export async function ping(dbs: readonly Db[]): Promise<void> {
  await Promise.all(dbs.map((db) => db.run(sql`select 1`)));
}
