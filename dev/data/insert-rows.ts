/** Inserts many rows with one statement. D1 allows 100 parameters, so the rows are one JSON parameter. */
import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Statements } from "./local-d1.ts";

/** All rows must set the same columns. Other columns get their defaults. */
export function insertRows<Table extends SQLiteTable>(
  table: Table,
  rows: Table["$inferInsert"][],
): Statements[number] {
  const filled = new Set(rows.flatMap((row) => Object.keys(row)));
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => filled.has(key));
  const names = columns.map(([, column]) => `"${column.name}"`).join(", ");
  const values = columns.map(([, column]) => `value ->> '$.${column.name}'`).join(", ");
  const encoded = rows.map((row) => {
    const fields = new Map(Object.entries(row));
    return Object.fromEntries(
      columns.map(([key, column]) => [column.name, column.mapToDriverValue(fields.get(key))]),
    );
  });
  return {
    sql: `insert into "${getTableName(table)}" (${names}) select ${values} from json_each(?)`,
    params: [JSON.stringify(encoded)],
  };
}
