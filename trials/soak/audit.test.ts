import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, test } from "vitest";
import { resultKey } from "#store/jobs/results.ts";
import { ROOT } from "../../tools/paths.ts";
import { type Audit, audit } from "./audit.ts";

const NOTHING_WRONG: Audit = { lost: [], stuck: [], chargedWrongly: [], orphans: [] };

let d1: DatabaseSync;
let r2: DatabaseSync;

beforeEach(() => {
  d1 = new DatabaseSync(":memory:");
  const folder = join(ROOT, "migrations");
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  for (const name of files.sort()) d1.exec(readFileSync(join(folder, name), "utf8"));
  r2 = new DatabaseSync(":memory:");
  r2.exec("create table _mf_objects (key text primary key, size integer not null)");
  d1.exec(
    "insert into accounts (id, email, monthly_credits, period_start, period_end, created_at) values ('acc_1', 'a', 1000, 0, 1, 0)",
  );
});

function ledgerEntry(kind: string, id: string, amount: number): void {
  d1.prepare(
    "insert into ledger (account_id, kind, reference, amount, created_at) values ('acc_1', ?, ?, ?, 0)",
  ).run(kind, id, amount);
  d1.prepare("update accounts set credits_used = credits_used + ?").run(amount);
}

/** Adds a job with its debit, a failed one with its refund, and a completed one with its object. */
function addJob(id: string, status: "completed" | "failed" | "processing"): void {
  const bytes = status === "completed" ? 100 : null;
  d1.prepare(
    `insert into jobs (id, account_id, source, url, output_type, options, tier, status, attempts, queued_at, created_at,
      credit_period, result_bytes) values (?, 'acc_1', 'api', 'http://a.test/', 'pdf', '{}', 'pro', ?, 2, 0, 0, 0, ?)`,
  ).run(id, status, bytes);
  ledgerEntry("debit", id, 1);
  if (status === "failed") ledgerEntry("refund", id, -1);
  if (bytes !== null) putObject(resultKey({ id, attempts: 2 }), bytes);
}

function putObject(key: string, size: number): void {
  r2.prepare("insert into _mf_objects (key, size) values (?, ?)").run(key, size);
}

test("completed jobs that cost one credit and failed jobs that cost nothing break no rule", () => {
  addJob("job_1", "completed");
  addJob("job_2", "failed");
  expect(audit(d1, r2, ["job_1", "job_2"])).toEqual(NOTHING_WRONG);
});

test("an accepted job without a row is lost, and a job that is not final is stuck", () => {
  addJob("job_1", "processing");
  expect(audit(d1, r2, ["job_1", "job_2"])).toEqual({
    ...NOTHING_WRONG,
    lost: ["job_2"],
    stuck: ["job_1 processing"],
  });
});

test("a failed job without a refund is charged wrongly", () => {
  addJob("job_1", "failed");
  d1.exec("delete from ledger where kind = 'refund'");
  d1.exec("update accounts set credits_used = 1");
  expect(audit(d1, r2, ["job_1"]).chargedWrongly).toEqual(["job_1 failed: 1"]);
});

test("a completed job with a refund is charged wrongly", () => {
  addJob("job_1", "completed");
  ledgerEntry("refund", "job_1", -1);
  expect(audit(d1, r2, ["job_1"]).chargedWrongly).toEqual(["job_1 completed: 0"]);
});

test("a job that no client has created is charged wrongly", () => {
  addJob("job_1", "completed");
  addJob("job_2", "completed");
  expect(audit(d1, r2, ["job_1"]).chargedWrongly).toEqual(["job_2: created by no client"]);
});

test("an account whose used credits differ from the sum of its ledger is charged wrongly", () => {
  addJob("job_1", "completed");
  d1.exec("update accounts set credits_used = 2");
  expect(audit(d1, r2, ["job_1"]).chargedWrongly).toEqual(["acc_1"]);
});

test("an object without a completed job is an orphan, and so is a completed job without its whole object", () => {
  addJob("job_1", "completed");
  addJob("job_2", "completed");
  addJob("job_3", "completed");
  putObject("results/job_1/1", 100);
  r2.exec("delete from _mf_objects where key = 'results/job_2/2'");
  r2.exec("update _mf_objects set size = 99 where key = 'results/job_3/2'");
  expect(audit(d1, r2, ["job_1", "job_2", "job_3"])).toEqual({
    ...NOTHING_WRONG,
    orphans: ["results/job_1/1", "results/job_2/2: no object, not 100 B", "results/job_3/2: 99, not 100 B"],
  });
});
