// Entry of the worker-api tests. It includes the Scheduler, because the test runtime loads only one Worker.
// Nothing consumes the queue here, so jobs stay pending. Plain JavaScript, because the Workers' `Env` types differ.
export { default } from "../../worker-api/index.ts";
export { Scheduler } from "../../worker-render/scheduler/scheduler.ts";
