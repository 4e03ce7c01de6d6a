/**
 * After a change of SEALING_KEY or JOB_SEALING_KEY: seals kept texts again with the newest key, and logs when nothing needs
 * an older key, so that it can be removed. Without an older key, these tasks do nothing.
 */
import { z } from "zod";
import { log } from "#log/log.ts";
import type { Db } from "#store/db.ts";
import { readKeys } from "#store/secrets/keys.ts";
import { newestSeal, seal, unseal } from "#store/secrets/sealing.ts";
import {
  jobsNeedOlderKey,
  readSealed,
  replaceSealed,
  SEALED_COLUMNS,
  type SealedText,
  tableOf,
  unsentNeedOlderKey,
} from "#store/sweep/sealed-columns.ts";
import { readPosition, writePosition } from "#store/sweep/walks.ts";

type SealingEnv = Pick<Env, "SEALING_KEY" | "JOB_SEALING_KEY">;
type SealedColumn = (typeof SEALED_COLUMNS)[number];

/** The last row that the walk has seen, and the texts so far that none of the keys opens. */
const Position = z.object({ after: z.string(), unopened: z.number() });

function hasOlderKey(secret: string): boolean {
  return readKeys(secret).length > 1;
}

function reportUnused(secret: keyof SealingEnv, table: string, { shard }: Db): void {
  const database = shard === 0 ? {} : { database: shard };
  log.info("No text of the table needs an older key.", {
    event: "older_key_unused",
    secret,
    table,
    ...database,
  });
}

/** Null, with a line in the log, when none of the keys opens the text. */
async function sealAgain(
  column: SealedColumn,
  { id, text }: SealedText,
  key: string,
): Promise<SealedText | null> {
  const context = column.contextOf(id);
  try {
    return { id, text: await seal(await unseal(text, context, key), context, key) };
  } catch (error) {
    const table = tableOf(column);
    log.error("None of the keys opens a sealed text.", { event: "text_unopened", table, id, error });
    return null;
  }
}

/** Handles the next `batch` rows of the column, and returns how many it has seen. */
async function resealRows(column: SealedColumn, key: string, db: Db, batch: number): Promise<number> {
  const table = tableOf(column);
  const walk = `sealed texts of ${table}`;
  const stored = await readPosition(db, walk);
  const { after, unopened } = stored ? Position.parse(JSON.parse(stored)) : { after: "", unopened: 0 };
  const rows = await readSealed(db, column, after, batch);
  const newest = newestSeal(key);
  const older = rows.filter(({ text }) => text !== "" && !text.startsWith(newest));
  const fresh = await Promise.all(older.map((row) => sealAgain(column, row, key)));
  const opened = fresh.filter((row) => row !== null);
  if (opened.length > 0) await replaceSealed(db, column, opened, newest);
  const left = unopened + older.length - opened.length;
  const last = rows.length < batch ? null : (rows.at(-1)?.id ?? null);
  if (last === null && left === 0) reportUnused("SEALING_KEY", table, db);
  await writePosition(db, walk, last === null ? null : JSON.stringify({ after: last, unopened: left }));
  return rows.length;
}

/** One task for each column, so that each continues its own walk. */
export const RESEAL_TASKS = SEALED_COLUMNS.map((column) => ({
  name: `seal texts of ${tableOf(column)} with the newest key`,
  batch: 200,
  run: async ({ SEALING_KEY }: SealingEnv, db: Db, _: number, batch: number) =>
    hasOlderKey(SEALING_KEY) ? resealRows(column, SEALING_KEY, db, batch) : 0,
}));

/** The texts of mails and jobs are not sealed again, because they are deleted when the mail is sent or the job ends. */
export async function reportOlderKeys(env: SealingEnv, db: Db): Promise<number> {
  const { SEALING_KEY, JOB_SEALING_KEY } = env;
  if (hasOlderKey(SEALING_KEY) && !(await unsentNeedOlderKey(db, newestSeal(SEALING_KEY))))
    reportUnused("SEALING_KEY", "mails", db);
  if (hasOlderKey(JOB_SEALING_KEY) && !(await jobsNeedOlderKey(db, newestSeal(JOB_SEALING_KEY))))
    reportUnused("JOB_SEALING_KEY", "jobs", db);
  return 0;
}
