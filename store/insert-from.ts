/** `insert … select` with values by column name: drizzle alone needs every column, in the schema's order. */
import { getTableColumns, type InferInsertModel, is, type Placeholder, SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "./db.ts";

type Values<T extends SQLiteTable> = {
  [name in keyof InferInsertModel<T>]: InferInsertModel<T>[name] | SQL | Placeholder;
};

/** Inserts one row for each row that `from` selects. A column without a value gets its default, else null. */
export function insertFrom<T extends SQLiteTable>(db: Db, table: T, values: Values<T>, from: SQL) {
  const given = new Map<string, unknown>(Object.entries(values));
  const list = Object.entries(getTableColumns(table)).map(([name, column]) => {
    const value = given.get(name) ?? column.default ?? null;
    if (value === null) return sql`null`;
    return is(value, SQL) ? value : sql.param(value, column);
  });
  return db.insert(table).select(sql`select ${sql.join(list, sql`, `)} ${from}`);
}
