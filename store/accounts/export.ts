/** All rows of an account, for its owner's export. Credentials and their hashes stay out. */
import { type SQL, sql } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import type { Db } from "../db.ts";
import * as schema from "../schema.ts";

interface ExportPart {
  table: SQLiteTable;
  /** The column with the account's id. */
  owner: "id" | "account_id";
  /** Columns in which an index sorts the rows of an account. Together they are unique. */
  place: readonly string[];
  /** Credentials, their hashes, and texts that may contain links. */
  without: readonly string[];
  /** Columns of JSON text. */
  json: readonly string[];
}

function part(table: SQLiteTable, other: Partial<ExportPart> = {}): ExportPart {
  return { table, owner: "account_id", place: ["rowid"], without: [], json: [], ...other };
}

/** Each table with data of accounts, in the order of the export. */
export const EXPORT_PARTS: readonly ExportPart[] = [
  part(schema.accounts, { owner: "id", without: ["password_hash"] }),
  part(schema.sessions, { without: ["hash"] }),
  part(schema.totpSecrets, { without: ["sealed"] }),
  part(schema.passkeys, { without: ["credential_id", "credential_key"] }),
  part(schema.recoveryCodes, { without: ["hash"] }),
  part(schema.pendingSignIns, { without: ["hash"] }),
  part(schema.passkeyChallenges, { without: ["challenge"] }),
  part(schema.emailChanges, { without: ["old_hash", "new_hash"] }),
  part(schema.activities, { place: ["created_at", "id"] }),
  part(schema.operatorActions, { place: ["created_at", "rowid"] }),
  part(schema.apiKeys, { without: ["hash", "sealed"] }),
  part(schema.publicKeys),
  part(schema.subscriptions),
  part(schema.billingNotes),
  part(schema.mails, { without: ["payload"] }),
  part(schema.mailedTokens, { without: ["hash"] }),
  part(schema.overage, { place: ["period_start", "price_millis", "rowid"] }),
  part(schema.ledger, { place: ["kind", "reference"] }),
  part(schema.jobArchives, { place: ["month", "part"] }),
  part(schema.jobs, {
    place: ["created_at", "id"],
    without: ["secrets", "lease", "idempotency_hash"],
    json: ["options", "warnings", "timings", "result_completeness"],
  }),
];

/** The other tables, and why their rows are not in the export. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  sign_in_guesses: "Counts wrong passwords and codes for a day, by a hash. Pauses are in activities.",
  widget_use: "Counts the clicks of visitors for a day. Their jobs are in jobs.",
  address_claims: "Has hashes of addresses for an hour while accounts are made, and names no account.",
  used_free_credits: "Has rows of deleted accounts only.",
  stripe_events: "Names no account.",
  walks: "State of the service.",
  health_days: "State of the service.",
  alerts: "State of the service.",
};

/** Rows of one statement, and bytes of their texts: a job can have a megabyte of options and warnings. */
const MAX_ROWS = 1_000;
const MAX_BYTES = 4_000_000;

const Place = z.array(z.union([z.string(), z.number()]));
const Row = z.record(z.string(), z.unknown());

function list(names: readonly string[]): SQL {
  return sql.raw(names.map((name) => `"${name}"`).join(", "));
}

async function readPage(
  db: Db,
  { table, owner, place }: ExportPart,
  columns: readonly string[],
  accountId: string,
  after: z.infer<typeof Place> | null,
) {
  const values = sql.join(
    (after ?? []).map((value) => sql`${value}`),
    sql`, `,
  );
  const bytes = sql.raw(columns.map((name) => `ifnull(length("${name}"), 0)`).join(" + "));
  const isAfter = after ? sql`and (${list(place)}) > (${values})` : sql``;
  const rows = await db.all(sql`select * from (
    select *, sum(own_bytes) over (rows unbounded preceding) - own_bytes as bytes_before from (
      select ${list(columns)}, json_array(${list(place)}) as place, ${bytes} as own_bytes from ${table}
      where ${sql.identifier(owner)} = ${accountId} ${isAfter} order by ${list(place)} limit ${MAX_ROWS}))
    where bytes_before < ${MAX_BYTES}`);
  return z.array(Row).parse(rows);
}

/** The rows of the part, a page at a time, as their owner reads them. */
export async function* exportRows(db: Db, exported: ExportPart, accountId: string) {
  const { table, without, json } = exported;
  const columns = getTableConfig(table).columns.filter(({ name }) => !without.includes(name));
  const names = columns.map(({ name }) => name);
  let after: z.infer<typeof Place> | null = null;
  for (;;) {
    const page: z.infer<typeof Row>[] = await readPage(db, exported, names, accountId, after);
    const last = page.at(-1);
    if (!last) return;
    yield page.map((row) =>
      Object.fromEntries(
        columns.map((column) => {
          const value = row[column.name];
          if (value === null || value === undefined) return [column.name, null];
          const isJson = json.includes(column.name) && typeof value === "string";
          return [column.name, isJson ? JSON.parse(value) : column.mapFromDriverValue(value)];
        }),
      ),
    );
    after = Place.parse(JSON.parse(z.string().parse(last.place)));
  }
}
