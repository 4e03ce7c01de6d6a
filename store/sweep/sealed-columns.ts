/** Texts at rest that SEALING_KEY seals: which rows have them, and which of them need a key before the newest one. */
import { type Column, getTableName, sql } from "drizzle-orm";
import type { Db } from "../db.ts";
import { apiKeys, jobs, mails, totpSecrets } from "../schema.ts";

interface SealedColumn {
  id: Column;
  /** Empty or null: the row has no text. */
  text: Column;
  /** The context with which the text of a row is sealed. */
  contextOf(id: string): string;
}

/** Columns whose texts are kept. The sweep seals them again after a change of SEALING_KEY. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { id: apiKeys.id, text: apiKeys.sealed, contextOf: (id) => id },
  { id: totpSecrets.accountId, text: totpSecrets.sealed, contextOf: (accountId) => accountId },
];

export function tableOf({ id }: SealedColumn): string {
  return getTableName(id.table);
}

export interface SealedText {
  id: string;
  text: string;
}

/** The next rows of the column's table after the id `after`, with and without a text. */
export function readSealed(
  db: Db,
  { id, text }: SealedColumn,
  after: string,
  limit: number,
): Promise<SealedText[]> {
  return db.all<SealedText>(
    sql`select ${id} as id, ifnull(${text}, '') as text from ${id.table} where ${id} > ${after} order by ${id} limit ${limit}`,
  );
}

/** Stores the texts, each of which begins with `seal`, in rows that still have a text with another beginning. */
export async function replaceSealed(
  db: Db,
  { id, text }: SealedColumn,
  texts: readonly SealedText[],
  seal: string,
): Promise<void> {
  await db.run(sql`update ${id.table} set ${sql.identifier(text.name)} = json_each.value ->> 'text'
    from json_each(${JSON.stringify(texts)}) where ${id} = json_each.value ->> 'id'
      and ${text} <> '' and substr(${text}, 1, ${seal.length}) <> ${seal}`);
}

/** Whether a mail that is not sent has a text that does not begin with `seal`. */
export async function unsentNeedOlderKey(db: Db, seal: string): Promise<boolean> {
  const rows = await db.all(sql`select 1 from ${mails} where sent_at is null and failed_reason is null
    and payload <> '' and substr(payload, 1, ${seal.length}) <> ${seal} limit 1`);
  return rows.length > 0;
}

/** Whether a job that has not ended has secrets that do not begin with `seal`. */
export async function jobsNeedOlderKey(db: Db, seal: string): Promise<boolean> {
  const isOlder = sql`secrets is not null and substr(secrets, 1, ${seal.length}) <> ${seal}`;
  const rows = await db.all(sql`select 1 from ${jobs} where status = 'pending' and ${isOlder}
    union all select 1 from ${jobs} where status = 'processing' and ${isOlder} limit 1`);
  return rows.length > 0;
}
