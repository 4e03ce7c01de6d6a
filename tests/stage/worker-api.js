// worker-api as its tests run it: with the scheduler in the same Worker, because the test runtime loads one.
// Jobs stay where the API leaves them: nothing here consumes their queue. Untyped, as the Workers' `Env` types differ.
export { default } from "../../worker-api/index.ts";
export { Scheduler } from "../../worker-render/scheduler/scheduler.ts";
