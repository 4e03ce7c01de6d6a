/** worker-api's entry: requests go to the app, the queue of mails to its consumer, the clock to the sweep. */
import { app } from "./app.ts";
import { deliverBatch } from "./mail/deliver.ts";
import { sweep } from "./sweep/index.ts";

export default {
  fetch: app.fetch,
  queue: deliverBatch,
  scheduled: (controller, env) => sweep(env, controller.scheduledTime),
} satisfies ExportedHandler<Env>;
