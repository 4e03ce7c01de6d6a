/** Reads a database that was exported as SQL into an SQLite file. */
import { createReadStream } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/** A NUL inside a text in quotes. As itself, it would end the statement. */
export const NUL = "'||char(0)||'";

/**
 * The statements of an export, each whole lines. Texts in it may contain semicolons and line ends, but within a text the
 * number of quotes so far is odd.
 */
async function* statementsIn(file: string): AsyncGenerator<string> {
  let rest = "";
  let statement = "";
  let quotes = 0;
  for await (const chunk of createReadStream(file, "utf8")) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      statement += `${line}\n`;
      quotes += line.split("'").length - 1;
      if (quotes % 2 === 0 && line.trimEnd().endsWith(";")) {
        yield statement;
        statement = "";
      }
    }
  }
  if ((statement + rest).trim() !== "") yield statement + rest;
}

/** Makes the SQLite file. Throws when the export is incomplete or damaged. */
export async function loadSql(sqlFile: string, databaseFile: string): Promise<void> {
  const db = new DatabaseSync(databaseFile);
  try {
    db.exec("pragma foreign_keys = off; begin");
    for await (const statement of statementsIn(sqlFile)) db.exec(statement.replaceAll("\0", NUL));
    db.exec("commit");
  } finally {
    db.close();
  }
}
