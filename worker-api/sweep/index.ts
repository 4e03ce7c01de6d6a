/** What runs each minute: small, repeatable tasks, each on its own, so that one that fails holds up no other. */
import { type Db, openDb } from "#store/db.ts";
import { rollEndedPeriods } from "#store/periods.ts";
import { forgetOldJobs, forgetOldLedger } from "#store/sweep.ts";
import { deleteExpiredResults } from "./expire-results.ts";
import { ringAgain } from "./ring-again.ts";
import { takeBackOverdue } from "./take-back.ts";

export interface SweepTask {
  name: string;
  /** Most items of one batch. */
  batch: number;
  /** Works on one batch; answers how many items it had. A full one is followed by another, up to MOST_BATCHES. */
  run(env: Env, db: Db, now: number, batch: number): Promise<number>;
}

/** A backlog is worked off over some minutes, so that no run gets near the platform's limits. */
const MOST_BATCHES = 10;

export const SWEEP_TASKS: readonly SweepTask[] = [
  { name: "take back jobs whose lease is over", batch: 50, run: takeBackOverdue },
  { name: "tell the queue again of pending jobs", batch: 100, run: ringAgain },
  {
    name: "begin new credit periods",
    batch: 200,
    run: (_, db, now, batch) => rollEndedPeriods(db, now, batch),
  },
  { name: "delete expired results", batch: 200, run: deleteExpiredResults },
  { name: "forget old jobs", batch: 200, run: (_, db, now, batch) => forgetOldJobs(db, now, batch) },
  { name: "forget old ledger rows", batch: 20, run: (_, db, now, batch) => forgetOldLedger(db, now, batch) },
];

async function work(task: SweepTask, env: Env, db: Db, now: number): Promise<void> {
  let done = 0;
  try {
    for (let round = 0; round < MOST_BATCHES; round++) {
      const count = await task.run(env, db, now, task.batch);
      done += count;
      if (count < task.batch) break;
    }
  } catch (error) {
    console.error(JSON.stringify({ sweep: task.name, error: String(error) }));
  }
  if (done > 0) console.info(JSON.stringify({ sweep: task.name, done }));
}

/** Runs every task once, as of `now` (Unix ms). Never rejects. */
export async function sweep(env: Env, now: number, tasks: readonly SweepTask[] = SWEEP_TASKS): Promise<void> {
  const db = openDb(env.DB);
  for (const task of tasks) await work(task, env, db, now);
}
