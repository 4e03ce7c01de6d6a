/** Checks the service's data after a run: the jobs and the ledger in D1, and the objects in R2. */
import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { isFinal, JOB_STATUSES } from "#contract/job/state.ts";
import { resultKey, thumbnailKey } from "#store/jobs/results.ts";

const Row = z.object({
  id: z.string(),
  url: z.string(),
  status: z.enum(JOB_STATUSES),
  attempts: z.number(),
  errorCode: z.string().nullable(),
  createdAt: z.number(),
  startedAt: z.number().nullable(),
  finishedAt: z.number().nullable(),
  resultBytes: z.number().nullable(),
  resultDeletedAt: z.number().nullable(),
  /** Credits that the ledger has for the job: debits minus refunds. */
  charged: z.number(),
  debits: z.number(),
});
export type JobRecord = z.infer<typeof Row>;

const JOBS = `
  select j.id, j.url, j.status, j.attempts, j.error_code as errorCode, j.created_at as createdAt,
    j.started_at as startedAt, j.finished_at as finishedAt, j.result_bytes as resultBytes,
    j.result_deleted_at as resultDeletedAt, coalesce(sum(l.amount), 0) as charged,
    count(*) filter (where l.kind = 'debit') as debits
  from jobs j left join ledger l on l.account_id = j.account_id and l.reference = j.id and l.kind <> 'reset'
  group by j.id order by j.created_at, j.id`;

/** Accounts whose used credits differ from the sum of their ledger. */
const ACCOUNTS = `
  select a.id from accounts a left join ledger l on l.account_id = a.id
  group by a.id having a.credits_used <> coalesce(sum(l.amount), 0)`;

const StoredObject = z.object({ key: z.string(), size: z.number() });

/** All jobs with their credits, oldest first. */
export function readJobs(d1: DatabaseSync): JobRecord[] {
  return z.array(Row).parse(d1.prepare(JOBS).all());
}

/** The broken rules. Each entry names one case; a good run has only empty lists. */
export interface Audit {
  /** Accepted jobs without a row. */
  lost: string[];
  /** Jobs that are not final. */
  stuck: string[];
  /** Jobs with a wrong number of credits, jobs that no client has created, and accounts with a wrong sum. */
  chargedWrongly: string[];
  /** Objects without a completed job, and completed jobs without their whole object. */
  orphans: string[];
}

function isChargedRightly({ status, charged, debits }: JobRecord): boolean {
  const due = status === "failed" || status === "canceled" ? 0 : 1;
  return debits === 1 && charged === due;
}

/** `accepted`: the ids of all jobs that the service has accepted. */
export function audit(d1: DatabaseSync, r2: DatabaseSync, accepted: readonly string[]): Audit {
  const rows = readJobs(d1);
  const known = new Set(rows.map(({ id }) => id));
  const created = new Set(accepted);
  const objects = new Map(
    z
      .array(StoredObject)
      // The fonts are no results.
      .parse(r2.prepare("select key, size from _mf_objects where key not glob 'fonts/*'").all())
      .map(({ key, size }) => [key, size]),
  );
  const stored = rows.filter((row) => row.status === "completed" && row.resultDeletedAt === null);
  const named = new Set(stored.flatMap((row) => [resultKey(row), thumbnailKey(row)]));
  const wrongAccounts = z.array(z.object({ id: z.string() })).parse(d1.prepare(ACCOUNTS).all());
  return {
    lost: accepted.filter((id) => !known.has(id)),
    stuck: rows.filter(({ status }) => !isFinal(status)).map(({ id, status }) => `${id} ${status}`),
    chargedWrongly: [
      ...rows.filter((row) => !isChargedRightly(row)).map((row) => `${row.id} ${row.status}: ${row.charged}`),
      ...rows.filter(({ id }) => !created.has(id)).map(({ id }) => `${id}: created by no client`),
      ...wrongAccounts.map(({ id }) => id),
    ],
    orphans: [
      ...[...objects.keys()].filter((key) => !named.has(key)),
      ...stored
        .filter((row) => objects.get(resultKey(row)) !== row.resultBytes)
        .map(
          (row) =>
            `${resultKey(row)}: ${objects.get(resultKey(row)) ?? "no object"}, not ${row.resultBytes} B`,
        ),
    ],
  };
}
