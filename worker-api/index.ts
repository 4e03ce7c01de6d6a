/** worker-api's entry: requests go to the app, the queue of mails to its consumer. */
import { app } from "./app.ts";
import { deliverBatch } from "./mail/deliver.ts";

export default {
  fetch: app.fetch,
  queue: deliverBatch,
} satisfies ExportedHandler<Env>;
