/** The Scheduler of worker-render, with the calls that the contract names. */
import { SCHEDULER_NAME, type SchedulerCalls } from "#contract/job/scheduling.ts";

export function scheduler(env: Pick<Env, "SCHEDULER">): SchedulerCalls {
  // The class belongs to the other Worker and cannot be imported here. It implements the contract's `SchedulerCalls`.
  return env.SCHEDULER.getByName(SCHEDULER_NAME) as unknown as SchedulerCalls;
}
