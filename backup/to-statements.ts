/**
 * Writes an SQLite file as statements that D1 accepts: it refuses statements over 100 kB, although a row may have 2 MB. So a
 * long text is stored in parts.
 */
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { z } from "zod";
import { tablesOf } from "./database-file.ts";
import { NUL } from "./sql-file.ts";

const MAX_STATEMENT_BYTES = 90_000;
/** A character takes at most 13 bytes: see `textLiteral`. */
const MAX_PART_CHARS = 6_000;
const OTHERS = "select sql from sqlite_schema where type in ('index', 'trigger', 'view') and sql is not null";
const Other = z.object({ sql: z.string() });

function textLiteral(text: string): string {
  return `'${text.replaceAll("'", "''").replaceAll("\0", NUL)}'`;
}

function literal(value: SQLOutputValue): string {
  if (value === null) return "null";
  if (typeof value === "string") return textLiteral(value);
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString("hex")}'`;
  return String(value);
}

/** Parts of at most MAX_PART_CHARS. None of them splits a character. */
function* partsOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + MAX_PART_CHARS);
    const last = text.charCodeAt(to - 1);
    if (to < text.length && last >= 0xd800 && last <= 0xdbff) to -= 1;
    yield text.slice(from, to);
    from = to;
  }
}

function* rowStatements(db: DatabaseSync, table: string): Generator<string> {
  const name = `"${table}"`;
  const read = db.prepare(`select rowid as "_rowid", * from ${name} order by rowid`);
  const columns = read.columns().map((column) => (column.name === "_rowid" ? "rowid" : `"${column.name}"`));
  const insert = `insert into ${name} (${columns.join(", ")}) values\n`;
  let rows: string[] = [];
  let bytes = 0;
  for (const row of read.iterate()) {
    const long = Object.entries(row).flatMap(([column, value]) =>
      typeof value === "string" && value.length > MAX_PART_CHARS ? [{ column, value }] : [],
    );
    const short = { ...row, ...Object.fromEntries(long.map(({ column }) => [column, ""])) };
    const tuple = `(${Object.values(short).map(literal).join(", ")})`;
    const size = Buffer.byteLength(tuple) + 2;
    if (rows.length > 0 && bytes + size + insert.length > MAX_STATEMENT_BYTES) {
      yield insert + rows.join(",\n");
      rows = [];
      bytes = 0;
    }
    rows.push(tuple);
    bytes += size;
    if (long.length === 0) continue;
    yield insert + rows.join(",\n");
    rows = [];
    bytes = 0;
    for (const { column, value } of long)
      for (const part of partsOf(value))
        yield `update ${name} set "${column}" = "${column}" || ${textLiteral(part)} where rowid = ${row._rowid}`;
  }
  if (rows.length > 0) yield insert + rows.join(",\n");
}

/** Tables, then rows with their row ids, then indexes. */
export function* toStatements(db: DatabaseSync): Generator<string> {
  const tables = tablesOf(db);
  for (const { sql } of tables) yield sql;
  for (const { name } of tables) yield* rowStatements(db, name);
  for (const { sql } of z.array(Other).parse(db.prepare(OTHERS).all())) yield sql;
}
