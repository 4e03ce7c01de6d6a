/** An account's jobs, newest first, a page at a time. */
import { and, count, desc, eq, getTableColumns, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import type { JobFilters } from "#contract/job/filters.ts";
import { JOB_STATUSES } from "#contract/job/state.ts";
import { OUTPUT_TYPES } from "#contract/job/values.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Db } from "../db.ts";
import { accountOf, isVisible, type Owner } from "../keys/owner.ts";
import { jobs } from "../schema.ts";
import type { JobRow } from "./jobs.ts";

/** Position in the list: the last job of the previous page. */
export interface Place {
  createdAt: number;
  id: string;
}

interface CountQuery extends JobFilters {
  owner: Owner;
}

export interface JobQuery extends CountQuery {
  after?: Place | undefined;
  limit: number;
}

/** Longest `warnings` of a job under today's limits. Only jobs from before these limits have longer ones. */
const MAX_WARNINGS_CHARS = LIMITS.warnings * (LIMITS.warningChars + LIMITS.warningUrlChars + 100);

function cut(path: "$.message" | "$.url", chars: number): SQL {
  return sql`substr(value ->> ${sql.raw(`'${path}'`)}, 1, ${sql.raw(String(chars))})`;
}

/**
 * Warnings of an old job can take a megabyte. D1 cuts them, because a page of 100 such jobs does not fit into the
 * Worker's memory. A patch with null leaves out `url` where a warning has no address.
 */
const listedWarnings = sql<string>`case
  when length(${jobs.warnings}) <= ${sql.raw(String(MAX_WARNINGS_CHARS))} then ${jobs.warnings}
  else (select json_group_array(json_patch(value, json_object(
      'message', ${cut("$.message", LIMITS.warningChars)}, 'url', ${cut("$.url", LIMITS.warningUrlChars)})))
    from (select value from json_each(${jobs.warnings}) limit ${sql.raw(String(LIMITS.warnings))})) end`;

/** Longest options of a job that a list shows whole. */
const MAX_OPTIONS_CHARS = 5_000;
/** The options that can be longer. */
const LONG_OPTIONS = ["css", "js", "click", "hide", "remove", "waitFor"]
  .map((name) => `'$.${name}'`)
  .join(", ");

/** A job's styles and scripts can take 400 kB, of which 100 do not fit into the Worker's memory either. */
const listedOptions = sql<string>`case
  when length(${jobs.options}) <= ${sql.raw(String(MAX_OPTIONS_CHARS))} then ${jobs.options}
  else json_remove(${jobs.options}, ${sql.raw(LONG_OPTIONS)}) end`;

const listedColumns = {
  ...getTableColumns(jobs),
  options: listedOptions.as("options"),
  warnings: listedWarnings.as("warnings"),
};

/** Not LIKE: its patterns are at most 50 bytes in D1. */
function contains(column: SQL, text: string): SQL {
  return sql`instr(lower(${column}), lower(${text})) > 0`;
}

/** The text as an address has it, which encodes letters: `müller.de/größe` is `xn--mller-kva.de/gr%C3%B6%C3%9Fe`. */
function spellingsInAddress(text: string): string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return [text];
  const encoded = encodeURI(text.toWellFormed());
  const address = URL.parse(`https://${text.replace(/^https?:\/\//i, "")}`);
  return address ? [encoded, address.href.slice("https://".length).replace(/\/$/, "")] : [encoded];
}

function mentions(text: string): SQL | undefined {
  return or(
    ...spellingsInAddress(text).map((spelling) => contains(sql`url`, spelling)),
    contains(sql`coalesce(result_name, '')`, text),
  );
}

/** The newest jobs of the page. With one bound instead of two, the index range begins at the page. */
function until({ to, after }: JobQuery): SQL | undefined {
  if (after && (to === undefined || after.createdAt < to)) {
    return sql`(created_at, id) < (${after.createdAt}, ${after.id})`;
  }
  return to === undefined ? undefined : lt(jobs.createdAt, to);
}

/** The jobs of the owner. A list of one key reads the index of the key, for which `+` hides the account. */
function ofOwner({ owner, key }: CountQuery): SQL | undefined {
  const account = accountOf(owner);
  return and(
    key === undefined ? eq(jobs.accountId, account) : sql`+${jobs.accountId} = ${account}`,
    sql`source <> 'check' and deleted_at is null`,
    isVisible(owner),
  );
}

function matches({ source, key, from, search }: CountQuery): SQL | undefined {
  return and(
    source && eq(jobs.source, source),
    key === undefined ? undefined : eq(jobs.keyId, key),
    from === undefined ? undefined : gte(jobs.createdAt, from),
    search === undefined ? undefined : mentions(search),
  );
}

/**
 * A list of one status or type merges one index range per pair of status and type, so that a rare status among a million
 * jobs costs no more than the page itself.
 */
export function selectJobs(db: Db, query: JobQuery) {
  const { status, outputType, key, limit } = query;
  const page = (filter?: SQL) =>
    db
      .select(listedColumns)
      .from(jobs)
      .where(and(ofOwner(query), filter, matches(query), until(query)))
      .orderBy(desc(jobs.createdAt), desc(jobs.id))
      .limit(limit);
  const both = and(status && eq(jobs.status, status), outputType && eq(jobs.outputType, outputType));
  if (!both || key !== undefined) return page(both);
  const parts = (status ? [status] : JOB_STATUSES).flatMap((one) =>
    (outputType ? [outputType] : OUTPUT_TYPES).map((type) => {
      const part = page(and(eq(jobs.status, one), eq(jobs.outputType, type))).as("part");
      return db.select().from(part);
    }),
  );
  const [first, second, ...rest] = parts;
  if (!first || !second) return page(both);
  return unionAll(first, second, ...rest)
    .orderBy(desc(sql`created_at`), desc(sql`id`))
    .limit(limit);
}

export async function listJobs(db: Db, query: JobQuery): Promise<JobRow[]> {
  return selectJobs(db, query);
}

export function selectTotal(db: Db, query: CountQuery) {
  const { status, outputType, key, to } = query;
  const counted = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        ofOwner(query),
        status && eq(jobs.status, status),
        outputType && eq(jobs.outputType, outputType),
        // With each status named, a list of one type is ranges of an index.
        outputType && !status && key === undefined ? inArray(jobs.status, [...JOB_STATUSES]) : undefined,
        matches(query),
        to === undefined ? undefined : lt(jobs.createdAt, to),
      ),
    )
    .limit(LIMITS.countedJobs)
    .as("counted");
  return db.select({ total: count() }).from(counted);
}

/** The number of jobs that the filters find, at most `LIMITS.countedJobs`. */
export async function countJobs(db: Db, query: CountQuery): Promise<number> {
  const [row] = await selectTotal(db, query);
  return row?.total ?? 0;
}
