/** Entry of worker-api: requests go to the app, mail messages to their consumer, the cron trigger to the sweep. */
import { app } from "./app.ts";
import { deliverBatch } from "./mail/deliver.ts";
import { sweep } from "./sweep/index.ts";

export default {
  fetch: app.fetch,
  queue: deliverBatch,
  scheduled: (controller, env) => sweep(env, controller.scheduledTime),
} satisfies ExportedHandler<Env>;
