/** The scheduler object of the render Worker, with the calls that the contract names. */
import { SCHEDULER_NAME, type SchedulerCalls } from "#contract/job/scheduling.ts";

export function scheduler(env: Pick<Env, "SCHEDULER">): SchedulerCalls {
  // The binding crosses Workers, so its class cannot be imported; contract/job/scheduling.ts is implemented by it.
  return env.SCHEDULER.getByName(SCHEDULER_NAME) as unknown as SchedulerCalls;
}
