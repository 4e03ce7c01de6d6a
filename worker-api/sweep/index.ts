/** Tasks that run each minute. Each is small and safe to repeat; one that fails does not stop the others. */
import { LIMITS } from "#contract/limits.ts";
import { log } from "#log/log.ts";
import { forgetOldClaims } from "#store/accounts/addresses.ts";
import { forgetExpiredEmailChanges } from "#store/accounts/email-change.ts";
import { forgetFreeCredits } from "#store/accounts/free-credits.ts";
import { forgetOldGuesses } from "#store/accounts/sign-in-guesses.ts";
import { forgetEndedSessions } from "#store/accounts/sign-in-sessions.ts";
import { forgetOldActivities } from "#store/activity/activity.ts";
import { type Db, ping } from "#store/db.ts";
import { countCheck, forgetOldHealthDays } from "#store/health-days.ts";
import { forgetExpiredTokens } from "#store/mail/mailed-tokens.ts";
import { deleteUnknownRecipients, forgetMailsBefore } from "#store/mail/mails.ts";
import { rollEndedPeriods } from "#store/money/periods.ts";
import { forgetExpiredChallenges } from "#store/second-factor/passkeys.ts";
import { forgetExpiredSignIns } from "#store/second-factor/pending-sign-ins.ts";
import { forgetUnconfirmedTotp } from "#store/second-factor/totp-secrets.ts";
import { openDbs } from "#store/shards.ts";
import { forgetOldLedger } from "#store/sweep/sweep.ts";
import { cancelJobsOfBanned } from "../admin/cancel-jobs.ts";
import { checkCredits } from "../alerts/check-credits.ts";
import { noteHealth, watch } from "../alerts/watch.ts";
import { sendNewEmails } from "../billing/email.ts";
import { reportOverage } from "../billing/overage.ts";
import { forgetOldEvents, reconcileBilling } from "../billing/reconcile.ts";
import { look } from "../health/look.ts";
import { finishDeletions } from "../user/deletion.ts";
import { archiveJobs, forgetOldArchives } from "./archive-jobs.ts";
import { deleteInputs } from "./delete-inputs.ts";
import { deleteOrphans } from "./delete-orphans.ts";
import { deleteExpiredResults } from "./expire-results.ts";
import { requeueJobs, requeueMails } from "./requeue.ts";
import { requeueOverdue } from "./requeue-overdue.ts";
import { RESEAL_TASKS, reportOlderKeys } from "./reseal.ts";

export interface SweepTask {
  name: string;
  /** Maximum items of one batch. */
  batch: number;
  /** Runs once, with database 0, and looks after the other databases itself. */
  isShared?: true;
  /** Handles one batch and returns how many items it had. A full batch is followed by another, up to MAX_BATCHES. */
  run(env: Env, db: Db, now: number, batch: number): Promise<number>;
}

/** A large backlog takes several runs, so that no run comes near the platform's limits. */
const MAX_BATCHES = 10;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A task of one statement, which does not count its items. */
function once(forget: (db: Db, now: number) => Promise<void>): SweepTask["run"] {
  return async (_, db, now) => {
    await forget(db, now);
    return 0;
  };
}

/** Not each minute, because without other renderings a check of the renderer prints a page. */
async function recordHealth(env: Env, db: Db, now: number): Promise<number> {
  if (Math.floor(now / MINUTE_MS) % LIMITS.healthCheckMinutes !== 0) return 0;
  const { parts } = await look(env, ping(openDbs(env)));
  await countCheck(db, parts, now);
  await noteHealth(env, db, parts, now);
  await forgetOldHealthDays(db, now);
  return 0;
}

const SWEEP_TASKS: readonly SweepTask[] = [
  { name: "requeue jobs whose lease is over", batch: 50, run: requeueOverdue },
  { name: "cancel jobs of banned accounts", batch: 50, run: cancelJobsOfBanned },
  { name: "requeue pending jobs", batch: 100, run: requeueJobs },
  {
    name: "begin new credit periods",
    batch: 200,
    run: (_, db, now, batch) => rollEndedPeriods(db, now, batch),
  },
  { name: "delete expired results", batch: 200, run: deleteExpiredResults },
  { name: "requeue mails", batch: 100, run: requeueMails },
  { name: "finish account deletions", batch: 20, run: finishDeletions },
  { name: "report overage to Stripe", batch: 50, run: reportOverage },
  { name: "read subscriptions again", batch: 20, run: reconcileBilling },
  { name: "send new addresses to Stripe", batch: 20, run: sendNewEmails },
  { name: "forget old Stripe events", batch: 1, run: once(forgetOldEvents) },
  { name: "forget ended sessions", batch: 1, run: once(forgetEndedSessions) },
  { name: "forget expired sign-ins", batch: 1, run: once(forgetExpiredSignIns) },
  { name: "forget unconfirmed authenticator apps", batch: 1, run: once(forgetUnconfirmedTotp) },
  { name: "forget expired challenges of passkeys", batch: 1, run: once(forgetExpiredChallenges) },
  { name: "forget old activity", batch: 1, run: once(forgetOldActivities) },
  { name: "forget old guesses at passwords", batch: 1, run: once(forgetOldGuesses) },
  { name: "forget used free credits", batch: 1, run: once(forgetFreeCredits) },
  { name: "forget expired changes of addresses", batch: 1, run: once(forgetExpiredEmailChanges) },
  { name: "forget claims of addresses", batch: 1, isShared: true, run: once(forgetOldClaims) },
  { name: "forget expired links", batch: 1, run: once(forgetExpiredTokens) },
  { name: "forget addresses without an account", batch: 1, run: once(deleteUnknownRecipients) },
  {
    name: "forget old mails",
    batch: 1,
    run: once((db, now) => forgetMailsBefore(db, now - LIMITS.mailDays * DAY_MS)),
  },
  { name: "archive old jobs", batch: 2, run: archiveJobs },
  { name: "forget old archives", batch: 100, run: forgetOldArchives },
  { name: "delete inputs of ended jobs", batch: 1_000, run: deleteInputs },
  { name: "delete files without a job", batch: 1_000, run: deleteOrphans },
  { name: "record the state of each part", batch: 1, isShared: true, run: recordHealth },
  { name: "forget old ledger rows", batch: 20, run: (_, db, now, batch) => forgetOldLedger(db, now, batch) },
  ...RESEAL_TASKS,
  { name: "report unused keys", batch: 1, run: reportOlderKeys },
  { name: "compare credits with the ledger", batch: 20, isShared: true, run: checkCredits },
];

/** For log entries: which of several databases. */
function databaseOf({ shard }: Db): { database?: number } {
  return shard === 0 ? {} : { database: shard };
}

/** False if the task has failed. */
async function runTask(task: SweepTask, env: Env, db: Db, now: number): Promise<boolean> {
  let done = 0;
  let failed = false;
  try {
    for (let round = 0; round < MAX_BATCHES; round++) {
      const count = await task.run(env, db, now, task.batch);
      done += count;
      if (count < task.batch) break;
    }
  } catch (error) {
    failed = true;
    log.error("A sweep task failed.", { sweep: task.name, ...databaseOf(db), error });
  }
  if (done > 0) log.info("A sweep task has worked.", { sweep: task.name, ...databaseOf(db), done });
  return !failed;
}

/** Runs the tasks of one database, and returns how many have failed. */
async function sweepDatabase(env: Env, db: Db, now: number, tasks: readonly SweepTask[]): Promise<number> {
  let failures = 0;
  for (const task of tasks) {
    if (task.isShared && db.shard > 0) continue;
    if (!(await runTask(task, env, db, now))) failures++;
  }
  return failures;
}

/** Runs every task once for each database, as of `now` (Unix ms). Never rejects. */
export async function sweep(env: Env, now: number, tasks: readonly SweepTask[] = SWEEP_TASKS): Promise<void> {
  const dbs = openDbs(env);
  const failures = await Promise.all(dbs.map((db) => sweepDatabase(env, db, now, tasks)));
  const failed = failures.reduce((sum, one) => sum + one, 0);
  await watch(env, dbs[0], failed, now);
}
