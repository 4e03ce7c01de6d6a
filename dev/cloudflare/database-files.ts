/** D1's exports and imports. Their files are at addresses that need no login. */
import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { unstable_splitSqlQuery } from "wrangler";
import { z } from "zod";
import { ApiFault, type Call, type Operations } from "./call.ts";
import type {
  DatabaseExportParams,
  DatabaseExportResponse,
  DatabaseImportParamsIngest,
  DatabaseImportParamsInit,
  DatabaseImportResponse,
} from "./published-types.ts";
import { databaseOf } from "./resources.ts";
import { newId } from "./state.ts";

const MAX_STATEMENT_BYTES = 100_000;

const Export = z.strictObject({
  output_format: z.literal("polling"),
  current_bookmark: z.string().optional(),
  dump_options: z
    .strictObject({
      no_data: z.literal(false).optional(),
      no_schema: z.literal(false).optional(),
      tables: z.array(z.never()).optional(),
    })
    .optional(),
}) satisfies z.ZodType<Omit<DatabaseExportParams, "account_id">>;
const Import = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("init"), etag: z.string() }),
  z.strictObject({ action: z.literal("ingest"), etag: z.string(), filename: z.string() }),
]) satisfies z.ZodType<
  Omit<DatabaseImportParamsInit, "account_id"> | Omit<DatabaseImportParamsIngest, "account_id">
>;
const Entry = z.object({ type: z.string(), name: z.string(), sql: z.string() });

function literal(value: unknown): string {
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  return value === null ? "NULL" : String(value);
}

function dump(database: DatabaseSync): string {
  const entries = z
    .array(Entry)
    .parse(
      database
        .prepare("select type, name, sql from sqlite_schema where sql is not null order by rowid")
        .all(),
    );
  const tables = entries.filter(({ type, name }) => type === "table" && !name.startsWith("sqlite_"));
  const rows = tables.flatMap(({ name }) =>
    database
      .prepare(`select * from "${name}" order by rowid`)
      .all()
      .map((row) => {
        const columns = Object.keys(row).map((column) => `"${column}"`);
        return `INSERT INTO "${name}" (${columns}) VALUES(${Object.values(row).map(literal)});`;
      }),
  );
  const schema = (of: typeof entries) => of.map(({ sql }) => `${sql};`);
  const others = entries.filter(({ type }) => type !== "table");
  return ["PRAGMA defer_foreign_keys=TRUE;", ...schema(tables), ...rows, ...schema(others), ""].join("\n");
}

function runFile(database: DatabaseSync, sql: string): number {
  const statements = unstable_splitSqlQuery(sql);
  if (statements.some((statement) => Buffer.byteLength(statement) > MAX_STATEMENT_BYTES))
    throw new ApiFault(400, 7500, "statement too long: SQLITE_TOOBIG");
  database.exec("begin");
  try {
    database.exec(sql);
    database.exec("commit");
  } catch (error) {
    database.exec("rollback");
    throw error;
  }
  return statements.length;
}

function importFile(call: Call): DatabaseImportResponse {
  const { files } = call.state;
  const wanted = Import.parse(call.body);
  if (wanted.action === "init") {
    const filename = newId();
    return { success: true, type: "import", filename, upload_url: `${files.baseUrl}/${filename}` };
  }
  const file = files.stored.get(wanted.filename);
  if (!file || etagOf(file) !== wanted.etag) throw new ApiFault(400, 7400, "The file was not uploaded.");
  const num_queries = runFile(databaseOf(call).sql, file.toString());
  const meta = { duration: 1, rows_read: 0, rows_written: 0, size_after: 0 };
  const result = { num_queries, final_bookmark: newId(), meta };
  return { success: true, type: "import", status: "complete", messages: [], result };
}

/** As R2 names an uploaded file. */
export function etagOf(file: Buffer): string {
  return createHash("md5").update(file).digest("hex");
}

export const databaseFileOperations = {
  "POST /accounts/{account}/d1/database/{database}/export": (call) => {
    Export.parse(call.body);
    const { files } = call.state;
    const filename = newId();
    files.stored.set(filename, Buffer.from(dump(databaseOf(call).sql)));
    const result = { filename, signed_url: `${files.baseUrl}/${filename}` };
    return {
      success: true,
      type: "export",
      status: "complete",
      messages: [],
      result,
    } satisfies DatabaseExportResponse;
  },
  "POST /accounts/{account}/d1/database/{database}/import": importFile,
} satisfies Operations;
