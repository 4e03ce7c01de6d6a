/** Searches the data of a running service: D1, the keys of R2 and the Durable Objects are all SQLite files. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { STATE_DIR } from "../../tools/paths.ts";

function placesIn(file: string, needle: string): string[] {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    const columns = db
      .prepare(
        `select m.name as "table", c.name as "column" from sqlite_schema m, pragma_table_info(m.name) c
          where m.type = 'table' and m.name not like 'sqlite_%'`,
      )
      .all();
    return columns
      .map(({ table, column }) => `"${table}"."${column}"`)
      .filter((place) => {
        const [table] = place.split(".");
        return db.prepare(`select 1 from ${table} where instr(${place}, ?) > 0 limit 1`).get(needle);
      });
  } finally {
    db.close();
  }
}

/** The places that contain the text, each as `"table"."column"`. */
export function placesOf(needle: string): string[] {
  const root = join(STATE_DIR, "v3");
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".sqlite") && /^(d1|r2|do)\b/.test(path))
    .flatMap((path) => placesIn(join(root, path), needle));
}
