/** The render Worker of an account: its Scheduler, with the calls that the contract names, and its queue. */
import { rendererOf, SCHEDULER_NAME, type SchedulerCalls } from "#contract/job/scheduling.ts";
import { numbered } from "#contract/numbered.ts";

type Namespace = Env["SCHEDULER"];

function ofAccount<One>(all: readonly [One, ...One[]], accountId: string): One {
  return all[rendererOf(accountId, all.length)] ?? all[0];
}

function open(namespace: Namespace): SchedulerCalls {
  // The class belongs to the other Worker and cannot be imported here. It implements the contract's `SchedulerCalls`.
  return namespace.getByName(SCHEDULER_NAME) as unknown as SchedulerCalls;
}

/** All Schedulers, by number of their render Worker. */
export function schedulers(env: Pick<Env, "SCHEDULER">): SchedulerCalls[] {
  return numbered(env, "SCHEDULER").map(open);
}

export function schedulerOf(env: Pick<Env, "SCHEDULER">, accountId: string): SchedulerCalls {
  return open(ofAccount(numbered(env, "SCHEDULER"), accountId));
}

export function jobQueueOf(env: Pick<Env, "JOBS">, accountId: string): Env["JOBS"] {
  return ofAccount(numbered(env, "JOBS"), accountId);
}
